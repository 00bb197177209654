"""fori, scan, while_loop, cond and switch on trees, against the loop written in Python and against JAX."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

import hlogen as hl
from hlogen.ir import dtype_of, parse_element_type

F32 = np.float32
X = np.array([0.5, -1.0, 2.0], F32)
ROWS = np.linspace(-1, 1, 12, dtype=F32).reshape(4, 3)


@dataclasses.dataclass
class State:
    h: Any
    steps: Any


def rnn(state: Any, row: Any, tanh: Any) -> Any:
    h = tanh(state["h"] * 0.5 + row)
    return {"h": h, "sum": state["sum"] + h}, (h * 2, {"row": row})


def test_fori_carries_a_tree() -> None:
    @hl.function("3xf32")
    def looped(x):
        return hl.fori(1, 5, lambda i, c: {"x": c["x"] * 2 + i.astype("f32"), "n": c["n"] + i}, {"x": x, "n": 0})

    x, n = X, 0
    for i in range(1, 5):
        x, n = x * 2 + i, n + i
    for _ in range(2):
        found = looped(X)
        np.testing.assert_array_equal(found["x"], x)
        assert (found["n"], found["n"].dtype) == (n, np.int64)


def test_fori_to_where_a_tensor_says() -> None:
    @hl.function("i32", "f32")
    def powers(n, x):
        return hl.fori(0, n, lambda i, y: y * x, 1.0)

    assert powers(5, 2) == 32
    assert powers(0, 2) == 1
    assert powers(-3, 2) == 1
    np.testing.assert_array_equal(
        hl.vmap(powers, axis_size=3)(np.array([0, 1, 4], np.int32), np.array([3, 3, 3], F32)), [1, 3, 81]
    )


@pytest.mark.parametrize("backwards", [False, True])
def test_scan_stacks_what_its_body_gives(backwards: bool) -> None:
    @hl.function("3xf32", "4x3xf32")
    def run(h, rows):
        carry = {"h": h, "sum": hl.zeros_like(h)}
        return hl.scan(lambda c, row: rnn(c, row, hl.tanh), carry, rows, reverse=backwards)

    state, ys = {"h": X, "sum": 0 * X}, []
    for row in ROWS[::-1] if backwards else ROWS:
        state, y = rnn(state, row, np.tanh)
        ys.append(y)
    ys = ys[::-1] if backwards else ys
    for _ in range(2):
        carry, (doubled, rest) = run(X, ROWS)
        np.testing.assert_allclose(carry["h"], state["h"], rtol=1e-6)
        np.testing.assert_allclose(carry["sum"], state["sum"], rtol=1e-5)
        np.testing.assert_allclose(doubled, [y for y, _ in ys], rtol=1e-6)
        np.testing.assert_array_equal(rest["row"], [y["row"] for _, y in ys])


def test_derivatives_and_batches_of_loops_are_jax_s() -> None:
    jax = pytest.importorskip("jax")
    jnp = jax.numpy

    @hl.function("3xf32", "4x3xf32")
    def loss(h, rows):
        carry, (doubled, _) = hl.scan(lambda c, row: rnn(c, row, hl.tanh), {"h": h, "sum": hl.zeros_like(h)}, rows)
        last = hl.fori(0, 3, lambda i, c: hl.sine(c) + h, carry["sum"])
        return hl.sum(last * doubled)

    def theirs(h, rows):
        start = {"h": h, "sum": jnp.zeros_like(h)}
        carry, (doubled, _) = jax.lax.scan(lambda c, row: rnn(c, row, jnp.tanh), start, rows)
        last = jax.lax.fori_loop(0, 3, lambda i, c: jnp.sin(c) + h, carry["sum"])
        return jnp.sum(last * doubled)

    np.testing.assert_allclose(loss(X, ROWS), theirs(X, ROWS), rtol=1e-5)
    for found, expected in zip(hl.grad(loss)(X, ROWS), jax.grad(theirs, (0, 1))(X, ROWS), strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-4)
    many = np.stack([X, 2 * X])
    found = hl.vmap(loss, (0, None), axis_size=2)(many, ROWS)
    np.testing.assert_allclose(found, [loss(one, ROWS) for one in many], rtol=1e-5)


def test_scan_without_xs_and_of_no_rows() -> None:
    @hl.function("f32", "0x3xf32")
    def run(x, none):
        doubled, seen = hl.scan(lambda c, _: (c * 2, c), x, length=5)
        same, nothing = hl.scan(lambda c, row: (c + hl.sum(row), row * 2), x, none)
        left, ys = hl.scan(lambda c, _: (None, 7), None, length=2)
        assert left is None
        never = hl.scan(lambda c, _: (c + 1, c), x, length=0)
        forwards, places = hl.scan(lambda c, _: (c + 1, c), hl.constant(0, "i32"), length=3, reverse=True)
        return doubled, seen, same, nothing, ys, never, forwards, places

    doubled, seen, same, nothing, ys, never, forwards, places = run(3, np.zeros((0, 3), F32))
    assert (never[0], never[1].shape) == (3, (0,))
    assert (forwards, places.tolist()) == (3, [2, 1, 0])
    assert doubled == 96
    assert seen.tolist() == [3, 6, 12, 24, 48]
    assert same == 3
    assert nothing.shape == (0, 3)
    assert ys.tolist() == [7, 7]


def test_loops_nest() -> None:
    @hl.function("2x3xi32")
    def total(x):
        rows = lambda acc, row: (hl.scan(lambda inner, e: (inner + e, None), acc, row)[0], acc)  # noqa: E731
        return hl.scan(rows, hl.constant(0, "i32"), x)

    last, before = total(np.arange(6, dtype=np.int32).reshape(2, 3))
    assert last == 15
    assert before.tolist() == [0, 3]


def test_while_loop_and_choices_on_trees() -> None:
    @hl.function("f32", "i32")
    def run(x, n):
        state = hl.while_loop(lambda s: s.h < 100, lambda s: State(s.h * 3, s.steps + 1), State(x, 0))
        chosen = hl.cond(n > 0, lambda s: {"a": s.h, "b": s.steps}, lambda s: {"a": -s.h, "b": s.steps * 0}, state)
        return chosen, hl.switch(n, [lambda v: v, lambda v: v + 1, lambda v: v + 2], n)

    chosen, switched = run(2, 1)
    assert (chosen["a"], chosen["b"], switched) == (162, 4, 2)
    chosen, switched = run(2, -5)
    assert (chosen["a"], chosen["b"], switched) == (-162, 0, -5)
    assert run(2, 9)[1] == 11


def test_a_choice_among_more_than_the_index_can_say() -> None:
    @hl.function("i1", "ui8", "i8")
    def run(flag, byte, low):
        many = [lambda n=n: n for n in range(200)]
        return hl.switch(flag, [lambda: 5, lambda: 6, lambda: 7]), hl.switch(byte, many), hl.switch(low, many)

    assert [int(one) for one in run(True, 250, 127)] == [6, 199, 127]
    assert [int(one) for one in run(False, 130, -128)] == [5, 130, 0]


@pytest.mark.parametrize(
    ("type", "indices"),
    [
        ("i2", [-2, -1, 0, 1]),
        ("ui2", [0, 1, 2, 3]),
        ("i64", [-(2**40), -1, 0, 1, 4, 2**31, 2**32, 2**32 + 1, 2**63 - 1]),
        ("ui32", [0, 3, 2**31, 2**32 - 1]),
        ("ui64", [1, 2**32 + 1, 2**63, 2**64 - 1]),
    ],
)
def test_an_index_that_no_branch_has_takes_the_nearest(type: str, indices: list[int]) -> None:
    """Whatever its type can say, as little as it may be, and as much."""

    @hl.function(type)
    def run(index):
        return tuple(hl.switch(index, [lambda n=n: n for n in range(count)]) for count in (1, 2, 3, 4, 5))

    dtype = dtype_of(parse_element_type(type))
    for index in indices:
        found = [int(one) for one in run(np.array(index).astype(dtype))]
        assert found == [min(max(index, 0), count - 1) for count in (1, 2, 3, 4, 5)]


def test_choices_take_and_give_numbers() -> None:
    @hl.function("i32", "f64", "f32")
    def run(n, x, w):
        return (
            hl.cond(n, lambda a: a, lambda a: x, 2),  # in the type of the other
            hl.cond(True, lambda a, b: a, lambda a, b: b, 1, 2.5),  # in one that has both
            hl.cond(w, lambda a: {"a": a, "b": (a[0], True)}, lambda a: {"a": a + 1, "b": (a[1], False)}, np.arange(2)),
            hl.cond(0.5, lambda: w, lambda: 3),
            hl.switch(n, [lambda a: a, lambda a: -a, lambda a: x], 4),
        )

    f64, f32, tree, same, switched = run(0, 7, -1)
    assert [(one.dtype.name, one) for one in (f64, f32, same, switched)] == [
        ("float64", 7), ("float32", 1), ("float32", -1), ("float64", 4)
    ]  # fmt: skip
    assert (tree["a"].tolist(), *tree["b"]) == ([0, 1], 0, True)
    f64, _, tree, _, switched = run(x=7, w=0, n=9)
    assert (f64, tree["a"].tolist(), *tree["b"], switched) == (2, [1, 2], 1, False, 7)
    with pytest.raises(hl.UsageError, match=r"i32 can't hold 2\.5"):
        hl.function("i32")(lambda n: hl.cond(n > 0, lambda: 2.5, lambda: n))


@pytest.mark.parametrize(
    ("build", "said"),
    [
        (lambda x: hl.fori(0, 3, lambda i, c: c[:1], x), "body of fori gives carry as tensor<1xf32>, but takes it as"),
        (lambda x: hl.fori(0, 3, lambda i, c: (c, c), x), "body of fori gives for carry is"),
        (
            lambda x: hl.fori(0, 3, lambda i, c: c + x[0], 0),
            "fix: start the loop with 0.0 instead of 0, which is i64, or convert one with hl.convert(..., 'i64')",
        ),
        (
            lambda x: hl.scan(lambda c, r: ((c[0], r.astype("f16") * c[1]), None), (x, 1), x),
            'fix: start the loop with hl.constant(1, "f16") instead of 1, which is i64, or convert',
        ),
        (
            lambda x: hl.while_loop(lambda c: x[0] > 0, lambda c: c + x, 0.0),
            "fix: what a loop carries keeps its types: convert or broadcast it, or start the loop with "
            'hl.full([3], 0.0, "f32") instead of 0.0, which is f32',
        ),
        (lambda x: hl.fori(0, 3, lambda c: c, x), "body of fori gets 2 arguments, but the function takes (c)"),
        (lambda x: hl.fori(0, 1.5, lambda i, c: c, x), "upper of fori takes an integer, not float 1.5"),
        (lambda x: hl.fori(0, x, lambda i, c: c, x), "upper of fori is an integer of rank 0, not a tensor<3xf32>"),
        (
            lambda x: hl.fori(0, 3, lambda i, c: {"b": c["a"]}, {"a": x}),
            "what body of fori gives for carry lacks 'a' and has 'b', too; expected {'a': *}",
        ),
        (lambda x: hl.scan(lambda c, r: c, x, x), "body of scan gives a pair of the carry and y"),
        (lambda x: hl.scan(lambda c, r: (c, r), x), "scan has no xs and no length"),
        (lambda x: hl.scan(lambda c, r: (c, r), x, x, length=2), "length says 2, xs says 3"),
        (lambda x: hl.scan(lambda c, r: (c, r), x, x[0]), "xs of scan has a first dimension"),
        (lambda x: hl.cond(x[0] > 0, lambda a: a, lambda a: {"a": a}, x), "the branches of if give different trees"),
        (lambda x: hl.switch(x[0], [lambda: x]), "index of switch is an integer of rank 0, not a tensor<f32>"),
        (lambda x: hl.switch(0, []), "switch's branches are a non-empty list"),
        (lambda x: hl.while_loop(lambda c: c, lambda c: c, x), "cond of while_loop gives an i1 of rank 0"),
    ],
)
def test_what_does_not_loop(build, said) -> None:
    with pytest.raises(hl.UsageError) as caught:
        hl.function("3xf32", name="f")(build)
    assert said in str(caught.value)
    assert f"where: {__file__}:" in str(caught.value)


@pytest.mark.parametrize("pred", ["add", np.str_("add"), None, [True, False]])
def test_what_is_no_predicate_is_said(pred: Any) -> None:
    with pytest.raises((hl.UsageError, hl.ConstraintError), match="pred"):
        hl.function("f32")(lambda x: hl.cond(pred, lambda: x, lambda: -x))
