"""Functions of JAX as programs, and back: values, derivatives and batches are JAX's own, and places are the user's."""

from __future__ import annotations

import inspect
import operator
import pickle
import re
import sys
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hlogen as hl
import interpreter

jax = pytest.importorskip("jax")
jnp = jax.numpy

from helpers.jax_models import MODELS, decode  # noqa: E402

from hlogen.interop import adopt  # noqa: E402

each_model = pytest.mark.parametrize(
    "model",
    [pytest.param(name, marks=() if name == "recurrent" else pytest.mark.campaign) for name in MODELS],
)
HERE = Path(__file__)


def require_close(got: Any, want: Any, tolerance: float = 2e-5) -> None:
    """The same pytree, with the same values in each leaf."""
    assert jax.tree.structure(got) == jax.tree.structure(want)
    for one, other in zip(jax.tree.leaves(got), jax.tree.leaves(want), strict=True):
        other = np.asarray(other)
        assert (np.shape(one), one.dtype) == (other.shape, other.dtype)
        np.testing.assert_allclose(one, other, rtol=tolerance, atol=tolerance)


def names_of(program: Any) -> list[str]:
    return [value.name for value in program.module.function(program.name).arguments]


def loss_of(function: Any) -> Any:
    return lambda *args: function(*args)[0]


@each_model
def test_a_model_is_a_program_and_a_function_of_jax_again(model: str) -> None:
    function, args = MODELS[model]
    values, gradients = jax.jit(jax.value_and_grad(function, has_aux=True))(*args)
    program = hl.from_jax(function, *args)
    require_close(program(*args), values)
    back = hl.to_jax(program)
    require_close(jax.jit(jax.value_and_grad(back, has_aux=True))(*args), (values, gradients), 1e-4)
    ours = hl.grad(hl.from_jax(loss_of(function), *args), wrt=0)
    require_close(ours(*args), gradients, 1e-4)


@each_model
@pytest.mark.campaign
def test_a_model_under_every_transformation(model: str) -> None:
    function, args = MODELS[model]
    args = jax.tree.map(jnp.asarray, args)
    back = hl.to_jax(hl.from_jax(function, *args))
    batched = jax.tree.map(lambda x: np.stack([x, x * 1.5 if x.dtype.kind == "f" else x]).astype(x.dtype), args)
    ones = jax.tree.map(jnp.ones_like, args[0])
    for transformed in (
        lambda f: f(*args),
        lambda f: jax.jit(f)(*args),
        lambda f: jax.vmap(f)(*batched),
        lambda f: jax.vmap(jax.grad(loss_of(f)))(*batched),
        lambda f: jax.grad(lambda *args: jax.vmap(loss_of(f))(*args).sum())(*batched),
        lambda f: jax.jvp(lambda params: loss_of(f)(params, *args[1:]), args[:1], (ones,)),
        # the derivative of a derivative, forwards and backwards
        lambda f: jax.jvp(lambda params: jax.grad(loss_of(f))(params, *args[1:]), args[:1], (ones,)),
        lambda f: jax.vjp(lambda params: jax.grad(loss_of(f))(params, *args[1:]), *args[:1])[1](ones),
        lambda f: jax.jit(jax.grad(jax.checkpoint(loss_of(f))))(*args),
    ):
        got = jax.jit(partial(transformed, back))()
        require_close(got, jax.jit(partial(transformed, function))(), 2e-3)


def test_arguments_are_called_as_in_python() -> None:
    _, args = MODELS["decode"]
    program = hl.from_jax(decode, *args)
    names = names_of(program)
    assert names == [
        *("params.embed", "params.k", "params.mlp.0", "params.mlp.1", "params.mlp.2", "params.norm", "params.o"),
        *("params.q", "params.v", "cache.keys", "cache.values", "cache.length", "token"),
    ]
    again = hl.parse(str(program))
    assert [value.name for value in again.function("decode").arguments] == names


def test_operations_stand_in_the_lines_that_wrote_them() -> None:
    def function(x, i):
        first = jnp.take(x, i, axis=0)  # line 1
        second = jnp.take(first, i, axis=0)  # line 2
        return jnp.argmax(second) + jnp.argmax(first)  # line 3

    start = function.__code__.co_firstlineno
    program = hl.from_jax(function, np.ones((4, 2), np.float32), np.arange(4))
    lines: dict[str, list[int]] = {}
    for operation in program.module.walk():
        place = operation.location
        assert place is not None
        assert place.file == str(HERE)
        lines.setdefault(operation.name, []).append(place.line - start)
    assert lines["stablehlo.gather"] == [1, 2]  # JAX has one function for both
    assert set(lines["stablehlo.constant"]) == {1, 2, 3}
    assert lines["func.func"][0] == 0
    assert {line for name, found in lines.items() if name != "func.func" for line in found} <= {0, 1, 2, 3}


def test_the_sanitizer_points_to_the_users_line() -> None:
    def function(x, i):
        return x.at[i].add(1.0)

    program = hl.from_jax(function, np.ones((4, 2), np.float32), np.array([0, 7]))
    sanitizer = interpreter.Sanitizer("bounds")
    interpreter.run(program, *program.example_arguments(), sanitize=sanitizer)
    line = function.__code__.co_firstlineno + 1
    assert [(one.id, str(one.location).rpartition(":")[0]) for one in sanitizer.findings] == [
        ("bounds.dropped", f"{HERE}:{line}")
    ]


def test_a_program_is_called_as_the_function_was() -> None:
    def function(params, x, *, scale):
        return {"y": params["w"] * x * scale}

    x = np.ones(3, np.float32)
    program = hl.from_jax(function, {"w": x, "unused": x}, x, scale=2.0)
    want = {"y": np.full(3, 6, np.float32)}
    require_close(program({"w": x, "unused": x}, jnp.ones(3), scale=6.0), want)
    require_close(program(), {"y": np.full(3, 2, np.float32)})
    require_close(pickle.loads(pickle.dumps(program))({"w": 3 * x, "unused": x}, 2 * x, scale=1), want)

    @hl.function("3xf32")
    def around(y):
        return program({"w": y, "unused": y}, y, scale=3.0)["y"]

    np.testing.assert_array_equal(around(x), np.full(3, 3, np.float32))


def test_a_call_of_nothing_runs_on_the_examples_only_where_nothing_is_built() -> None:
    program = hl.from_jax(lambda x: x + 1, np.float32(2))
    assert program() == 3
    with pytest.raises(hl.UsageError, match=r"main takes \(\*,\), but \(\) is given"):
        hl.function("f32", name="f")(lambda x: program())


@pytest.mark.parametrize(
    ("type", "holds", "holds_not"),
    [
        ("ui8", (0, 255, True), (-1, 256, 2.7, 3.0, 1j)),
        ("i32", (-(2**31), 2**31 - 1), (2**31, -(2**31) - 1, 2**70, 0.5)),
        ("i1", (True, False), (1, 2, 0.5)),
        ("f32", (2, 0.1, True, 2**100), (1j, 10**400)),
        ("bf16", (1 + 2**-8 + 2**-40,), (1j,)),
        ("complex<f32>", (1j, 2, 0.5), ()),
    ],
)
def test_numbers_are_taken_by_types_that_hold_them(
    type: str, holds: tuple[Any, ...], holds_not: tuple[Any, ...]
) -> None:
    """Nothing wraps or loses its fraction."""
    ours = hl.function(type, name="main")(lambda x: x)
    dtype = hl.ir.dtype_of(hl.ir.parse_element_type(type))
    theirs = hl.from_jax(lambda x: x, np.zeros((), dtype), name="main")
    for call in (hl.to_jax(ours), theirs, hl.to_jax(theirs)):
        for number in holds:
            found = np.asarray(call(number))
            assert (found.dtype, found.shape) == (dtype, ())
            assert found == (1 + 2**-7 if type == "bf16" else np.float32(number) if type == "f32" else number)
        for number in holds_not:
            assert said_to(lambda call=call, number=number: call(number)) == (
                f"argument x of main is tensor<{type}>, which doesn't hold {number!r}"
            )


def test_trees_go_through_whatever_is_made_of_the_program() -> None:
    def function(params, x):
        return sum((w @ x).sum() for w in params["layers"]) + params["bias"]

    params = {"layers": [np.ones((2, 3), np.float32), np.ones((2, 3), np.float32)], "bias": np.float32(1)}
    x = np.arange(3, dtype=np.float32)
    program = hl.from_jax(function, params, x)
    assert hl.run(program, params, x) == hl.run(program) == 13
    value, gradients = hl.value_and_grad(program, wrt="params")(params, x)
    assert value == 13
    require_close(gradients, {"layers": [np.stack([x, x])] * 2, "bias": np.float32(1)})
    batched = hl.vmap(program, in_axes=(None, 0), axis_size=2)
    np.testing.assert_array_equal(batched(params, np.stack([x, 2 * x])), [13, 25])


class Pair:
    """A container of somebody's, as libraries of JAX have their own."""

    def __init__(self, first: Any, second: Any) -> None:
        self.first, self.second = first, second


def test_containers_of_others_are_taken_and_given() -> None:
    jax.tree_util.register_pytree_node(
        Pair, lambda pair: ((pair.first, pair.second), None), lambda _, parts: Pair(*parts)
    )
    pair = Pair(np.ones(2, np.float32), np.float32(3))
    program = hl.from_jax(lambda pair: Pair(pair.second, pair.first * pair.second), pair)
    for given in (program(pair), hl.to_jax(program)(pair)):
        assert isinstance(given, Pair)
        np.testing.assert_array_equal(given.second, [3, 3])
    gradients = hl.grad(hl.from_jax(lambda pair: (pair.first * pair.second).sum(), pair))(tuple(jax.tree.leaves(pair)))
    np.testing.assert_array_equal(gradients[0], [3, 3])


def test_a_function_of_ours_takes_its_trees_from_jax() -> None:
    @hl.function({"w": "3xf32"}, "3xf32")
    def scaled(params, x):
        return {"y": params["w"] * x}

    f, x = hl.to_jax(scaled), np.ones(3, np.float32)
    gradients = jax.jit(jax.grad(lambda params: f(params, x)["y"].sum()))({"w": 2 * x})
    require_close(gradients, {"w": x})
    with pytest.raises(hl.UsageError, match="takes 2 arguments, not 1"):
        f(x)


def test_what_a_jitted_function_calls_static_is_part_of_the_program() -> None:
    jitted = jax.jit(lambda x, n, unused: x * n, static_argnames="n")
    x = np.ones(3, np.float32)
    program = hl.from_jax(jitted, x, 3, np.ones(2, np.int32))
    assert [str(type) for type in program.type.inputs] == ["tensor<3xf32>", "tensor<2xi32>"]
    np.testing.assert_array_equal(program(), 3 * x)
    np.testing.assert_array_equal(program(2 * x, np.ones(2, np.int32)), 6 * x)


def test_an_entry_that_is_named_takes_leaves_in_order() -> None:
    program = hl.from_jax(lambda tree: {"y": tree["b"] - tree["a"]}, {"a": np.float32(1), "b": np.float32(3)}, name="f")
    np.testing.assert_array_equal(hl.to_jax(program, entry="f")(np.float32(2), np.float32(7)), 5)
    assert hl.to_jax(program)({"a": np.float32(2), "b": np.float32(7)})["y"] == 5


def test_random_keys_are_arguments() -> None:
    def function(key, x):
        return x + jax.random.normal(key, x.shape)

    args = jax.random.key(3), np.ones(3, np.float32)
    program = hl.from_jax(function, *args)
    require_close(hl.to_jax(program)(*args), program(*args))


def test_symbolic_shapes_are_open_until_the_program_runs() -> None:
    (size,) = jax.export.symbolic_shape("n")
    program = hl.from_jax(lambda x: x * 2, jax.ShapeDtypeStruct((size, 2 * size), np.float32))
    np.testing.assert_array_equal(program(np.ones((2, 4), np.float32)), np.full((2, 4), 2, np.float32))
    with pytest.raises(hl.ExecutionError, match="Found inconsistency between dimension size"):
        program(np.ones((2, 5), np.float32))
    with pytest.raises(hl.UsageError, match=r"tensor<\?x\?xf32>, and JAX has no arrays of unknown shape"):
        hl.to_jax(program)
    with pytest.raises(hl.UsageError, match="no arrays to run main on: it was traced with shapes"):
        program()


def by_value(x):
    return x if x.sum() > 0 else -x


def by_numpy(x):
    return np.sin(x)


def by_mask(x):
    return x[x > 0]


def by_size(x):
    return jnp.reshape(x, int(x[0]))


@pytest.mark.parametrize(
    ("function", "what"),
    [
        (by_value, "decides by the value of an array(.|\n)*jnp.where or jax.lax.cond"),
        (by_numpy, "gives an array to NumPy(.|\n)*jax.numpy"),
        (by_mask, r"selects by a mask(.|\n)*jnp.where\(mask"),
        (by_size, "needs the value of an array(.|\n)*static_argnames"),
    ],
)
def test_a_function_that_cannot_be_traced(function: Any, what: str) -> None:
    with pytest.raises(hl.UsageError, match=what) as raised:
        hl.from_jax(function, np.ones(3, np.float32))
    place = f"{HERE}:{function.__code__.co_firstlineno + 1}"
    assert f"{function.__name__} can't be traced: " in str(raised.value)
    assert f"\n  where: {place}\n" in str(raised.value)


def test_the_place_is_the_innermost_line_of_the_user() -> None:
    def outer(x):
        return 2 * by_value(jnp.sin(x))

    with pytest.raises(hl.UsageError, match="outer can't be traced: ") as raised:
        hl.from_jax(outer, np.ones(3, np.float32))
    assert f"\n  where: {HERE}:{by_value.__code__.co_firstlineno + 1}\n" in str(raised.value)


def test_what_the_function_raises_itself_is_left_as_it_is() -> None:
    with pytest.raises(TypeError, match="add got incompatible shapes"):
        hl.from_jax(lambda x, y: x + y, np.ones(3), np.ones(4))
    with pytest.raises(ZeroDivisionError):
        hl.from_jax(lambda x: x * (1 / 0), np.ones(3))


def test_what_jax_itself_fails_on_is_said() -> None:
    endless: list[Any] = []
    endless.append(endless)
    with pytest.raises(hl.UsageError, match=r"can't be traced: it takes or gives containers that .* hold themselves"):
        hl.from_jax(lambda x: endless, np.ones(3))

    def endless_call(x):
        return endless_call(x)

    with pytest.raises(RecursionError):  # not of JAX
        hl.from_jax(endless_call, np.ones(3))


def test_a_ufunc_is_refused_as_often_as_it_is_given() -> None:
    # jax.jit keeps weak references, which a ufunc doesn't have, and ends the process after the tenth or so.
    for _ in range(60):
        with pytest.raises(hl.UsageError, match="add can't be traced: it gives an array to NumPy"):
            hl.from_jax(np.add, np.ones(3), np.ones(3))


@pytest.mark.parametrize(
    ("args", "what"),
    [
        (({"a": "text"},), r"example argument args\[0\]\['a'\] of double is str 'text'"),
        ((np.array(["text"]),), r"example argument args\[0\] of double is"),
        ((1 << 63,), "can't be traced with these example arguments: An overflow"),
        ((), "can't be traced with these example arguments: .*missing 1 required positional argument: 'x'"),
    ],
)
def test_examples_that_are_none(args: tuple[Any, ...], what: str) -> None:
    def double(x):
        return x

    with pytest.raises(hl.UsageError, match=what):
        hl.from_jax(double, *args)


def test_arguments_that_do_not_fit() -> None:
    program = hl.from_jax(lambda params, x: params["w"] * x, {"w": np.ones(3, np.float32)}, np.float32(2))
    x = np.float32(1)
    for args, what in (
        (({"v": np.ones(3)}, x), r"takes \({'w': \*}, \*\), but \({'v': \*}, \*\) is given"),
        (({"w": np.ones(4, np.float32)}, x), "argument params.w of main is tensor<3xf32>, but an array of 4 float32"),
        (
            ({"w": np.ones((3, 1), np.float32)}, x),
            "argument params.w of main is tensor<3xf32>, but an array of 3x1 float",
        ),
        (({"w": np.ones(1, np.float32)}, x), "argument params.w of main is tensor<3xf32>, but an array of 1 float32"),
        (({"w": np.ones(3, np.int32)}, x), "argument params.w of main is tensor<3xf32>, but an array of 3 int32"),
    ):
        with pytest.raises(hl.UsageError, match=what):
            program(*args)
        with pytest.raises(hl.UsageError, match=what):
            hl.to_jax(program)(*args)
    with pytest.raises(hl.UsageError, match=r"a value that JAX is tracing(.|\n)*hl.to_jax"):
        jax.jit(program)({"w": np.ones(3, np.float32)}, x)


def test_a_program_of_ours_is_a_function_of_jax() -> None:
    @hl.function("4x2xf32", "3xi64")
    def rows(table, places):
        return hl.take(table, places, axis=0, mode="clip"), hl.add(places, 1)

    with pytest.raises(hl.UsageError, match="result 1 of rows is tensor<3xi64>, and 64 bits are switched off in JAX"):
        hl.to_jax(rows)
    first = hl.to_jax(hl.function("4x2xf32", "3xi64", name="main")(lambda table, places: rows(table, places)[0]))
    table, places = np.arange(8, dtype=np.float32).reshape(4, 2), np.array([0, 9, 1])
    np.testing.assert_array_equal(first(table, places), table[[0, 3, 1]])
    gradient = jax.jit(jax.grad(lambda table: first(table, places).sum()))(table)
    np.testing.assert_array_equal(gradient, [[1, 1], [1, 1], [0, 0], [1, 1]])
    for count in (2, 3):  # a batch of another size is another program
        tables = np.stack([table] * count)
        np.testing.assert_array_equal(jax.vmap(first, (0, None))(tables, places), tables[:, [0, 3, 1]])
    with pytest.raises(
        hl.UsageError, match=r"argument places of main is tensor<3xi64>, but an array of 3 float32(.|\n)*fix"
    ):
        first(table, np.ones(3))
    with pytest.raises(hl.UsageError, match="takes 2 arguments, not 1"):
        first(table)


def test_batches_lie_along_any_dimension() -> None:
    @hl.function("2x3xf32", "3xf32")
    def both(x, y):
        return x * y, y + 1

    f = hl.to_jax(both)
    x, y = np.arange(6, dtype=np.float32).reshape(2, 3), np.array([1, 10, 100], np.float32)
    scales = np.array([1, 2, 3], np.float32)  # as many as columns
    for axes in ((0, None), (2, 0)):
        given = [
            one if axis is None else np.stack([one * scale for scale in scales], axis)
            for one, axis in zip((x, y), axes, strict=True)
        ]
        wanted = [(x * (1 if axes[0] is None else s) * y * (1 if axes[1] is None else s),
                   y * (1 if axes[1] is None else s) + 1) for s in scales]  # fmt: skip
        require_close(jax.vmap(f, axes)(*given), tuple(map(np.stack, zip(*wanted, strict=True))))


def test_rules_of_ones_own_go_with_the_program() -> None:
    """Backwards, where JAX asks for tangents that it never runs; forwards they are missing."""
    squares = hl.custom_vjp(lambda x: hl.sum(x * x))
    squares.defvjp(lambda x: (squares(x), x), lambda x, g: (100.0 * x * g,))
    called = hl.to_jax(hl.function("3xf32", name="squares")(lambda x: squares(x)))
    x = np.arange(3, dtype=np.float32)
    np.testing.assert_array_equal(jax.grad(called)(x), 100 * x)
    np.testing.assert_array_equal(jax.jit(jax.vmap(jax.grad(called)))(np.stack([x, 2 * x])), [100 * x, 200 * x])
    batch = jax.grad(lambda xs: jax.numpy.sum(jax.vmap(called)(xs)))
    np.testing.assert_array_equal(batch(np.stack([x, 2 * x])), [100 * x, 200 * x])
    np.testing.assert_array_equal(jax.jacrev(jax.grad(called))(x), 100 * np.eye(3))
    with pytest.raises(hl.UsageError, match="has a rule for the way back alone"):
        jax.jvp(called, (x,), (x,))


def test_rules_for_composites_of_jax() -> None:
    length = jax.lax.composite(lambda x: jax.numpy.sqrt(jax.numpy.sum(x * x)), name="acme.length_of_jax")
    program = hl.from_jax(lambda x: length(x) * 2, np.ones(3, np.float32))
    hl.custom_rules("acme.length_of_jax").defvjp(lambda op, x: (op(x), x), lambda op, x, g: (7.0 * x * g,))
    np.testing.assert_array_equal(hl.grad(program)(np.ones(3, np.float32)), [14, 14, 14])


def test_integers_have_no_tangents_and_need_none() -> None:
    @hl.function("3xf32", "3xi32")
    def counted(x, n):
        return hl.multiply(x, hl.convert(n, "f32")), hl.add(n, hl.convert(x, "i32"))

    f = hl.to_jax(counted)
    x, n = np.array([1.5, 2.5, 3.5], np.float32), np.arange(3)
    both = jax.grad(lambda x, n: f(x, f(x, n)[1])[0].sum(), (0, 1), allow_int=True)
    gradient, none = jax.jit(both)(x, n)
    np.testing.assert_array_equal(gradient, [1, 3, 5])
    assert none.dtype == jax.dtypes.float0
    # What reaches the results through integers alone has zeros, be it asked for alone.
    steps = hl.to_jax(
        hl.function("3xf32", "3xf32", name="steps")(lambda x, y: x * 2 + hl.convert(hl.convert(y, "i32"), "f32"))
    )
    np.testing.assert_array_equal(jax.grad(lambda x, y: steps(x, y).sum(), 1)(x, x), np.zeros(3))


def test_what_has_no_derivative_is_said_in_the_terms_of_the_program() -> None:
    @hl.function("3xf32")
    def opaque(x):
        return hl.custom_call("somebodys", x, result_types=["3xf32"])[0]

    with pytest.raises(hl.UsageError, match=rf"custom_call(.|\n)*where: {re.escape(__file__)}"):
        jax.grad(lambda x: hl.to_jax(opaque)(x).sum())(np.ones(3, np.float32))


@pytest.mark.parametrize("program", ["token", "tuple<tensor<f32>>", "?xf32", "3xf64", "4x!quant.uniform<i8:f32, 0.5>"])
def test_types_that_jax_does_not_have(program: str) -> None:
    with pytest.raises(hl.UsageError, match="argument x of f is "):
        hl.to_jax(hl.function(program, name="f")(lambda x: x))


def test_without_jax_the_extra_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "jax", None)
        for call in (lambda: hl.from_jax(by_value, 1.0), lambda: hl.to_jax(hl.function("f32")(lambda x: x))):
            with pytest.raises(
                hl.MissingPackageError, match=r'^the package jax is missing: pip install "hlogen\[jax\]"'
            ):
                call()
        # One that is there, and isn't whole, says itself what it lacks.
        without.delitem(sys.modules, "jax")
        (tmp_path / "jax.py").write_text("import what_jax_needs")
        without.syspath_prepend(tmp_path)
        with pytest.raises(ModuleNotFoundError, match="No module named 'what_jax_needs'"):
            hl.from_jax(by_value, 1.0)


def scaled_by(scale, x):
    return x * scale


def said_to(call: Any) -> str:
    """The first line of the refusal."""
    with pytest.raises(hl.UsageError) as raised:
        call()
    return str(raised.value).partition("\n")[0]


def test_a_function_has_the_name_and_place_of_what_is_inside() -> None:
    program = hl.from_jax(partial(partial(scaled_by), 2.0), np.ones(3, np.float32))
    line = scaled_by.__code__.co_firstlineno
    assert (program.name, str(program.operation.location)) == ("scaled_by", f"{HERE}:{line}")
    np.testing.assert_array_equal(program(), [2, 2, 2])

    class Scaled:
        def __call__(self, x):
            return x * 2

    called = hl.from_jax(Scaled(), np.ones(3, np.float32))
    line = Scaled.__call__.__code__.co_firstlineno
    assert (called.name, str(called.operation.location)) == ("Scaled", f"{HERE}:{line}")
    negative = hl.from_jax(operator.neg, np.ones(3, np.float32))  # which no line of Python has written
    assert (negative.name, str(negative.operation.location)) == ("neg", "<python>")


def test_examples_are_those_that_are_not_static() -> None:
    x = np.arange(3, dtype=np.float32)
    for static, args, kwargs in (("scale", (2, x), {}), ("scale", (), {"scale": 2, "x": x}), ("scale", (2,), {"x": x})):
        program = hl.from_jax(jax.jit(scaled_by, static_argnames=static), *args, **kwargs)
        np.testing.assert_array_equal(program(), 2 * x)
    of_none = hl.from_jax(jax.jit(lambda x, n: x * n, static_argnames="n"), x, n=3)
    np.testing.assert_array_equal(of_none(), 3 * x)
    # A builtin doesn't say what its arguments are called.
    turned = hl.from_jax(jax.jit(getattr, static_argnums=1), x.reshape(1, 3), "T")
    np.testing.assert_array_equal(turned(x.reshape(1, 3)), x.reshape(3, 1))
    what = "it was traced with shapes, or JAX doesn't say which of its arguments are static"
    assert said_to(turned) == f"there are no arrays to run getattr on: {what}"


def test_programs_are_of_one_device() -> None:
    from jax.sharding import AbstractMesh, Mesh, NamedSharding, PartitionSpec, SingleDeviceSharding

    x = np.ones(4, np.float32)
    two = NamedSharding(AbstractMesh((2,), ("d",)), PartitionSpec("d"))
    assert said_to(lambda: hl.from_jax(by_value, jax.ShapeDtypeStruct((4,), np.float32, sharding=two))).startswith(
        "by_value can't be traced: it decides by"
    )
    assert said_to(lambda: hl.from_jax(scaled_by, 2.0, jax.ShapeDtypeStruct((4,), np.float32, sharding=two))) == (
        "scaled_by is sharded over several devices (mhlo.num_partitions)"
    )
    device = jax.devices()[0]
    one = NamedSharding(Mesh([device], ("d",)), PartitionSpec("d"))

    def asked(x):
        x = jax.lax.with_sharding_constraint(jnp.sin(x), one)
        return jax.pure_callback(lambda x: x, x, x, sharding=SingleDeviceSharding(device))

    sine, call, _ = hl.from_jax(asked, x).operation.regions[0].block.operations
    assert (sine.name, call.name, call.operands) == ("stablehlo.sine", "stablehlo.custom_call", sine.results)
    assert str(call.attributes["call_target_name"]) == "xla_ffi_python_cpu_callback"
    assert "sdy.sharding" not in call.attributes

    def told(x):
        jax.debug.print("{}", x, ordered=True)
        return x

    assert said_to(lambda: hl.from_jax(told, x)) == (
        "told has arguments of JAX's own, beside its 1: tokens of ordered effects, or arrays that it closes over"
    )


SEVERAL = """
func.func @main(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %a : tensor<f32>
  return %0 : tensor<f32>
}
func.func private @main_0(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.negate %a : tensor<f32>
  return %0 : tensor<f32>
}
func.func @both(%a: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %0 = func.call @main(%a) : (tensor<f32>) -> tensor<f32>
  %1 = func.call @main_0(%a) : (tensor<f32>) -> tensor<f32>
  return %0, %1 : tensor<f32>, tensor<f32>
}
"""


def test_a_program_from_text_is_a_function_of_jax() -> None:
    module = hl.parse(SEVERAL)
    main, both = hl.to_jax(module), hl.to_jax(module, entry="both")
    # Numbers are arguments of any type that holds them.
    assert main(3) == main(np.float32(3)) == 6
    assert both(2.5) == (5, -2.5)
    assert "hlogen_program[program=<hlogen program both>]" in str(jax.make_jaxpr(both)(1.0))
    assert [said_to(call) for call in (
        lambda: hl.to_jax(3),
        lambda: both(a=1.0),
        lambda: main(1, 2, 3),
        lambda: main(1j),
        lambda: hl.function("f32")(main),
        lambda: hl.from_jax(main, np.ones(3, np.float32)),
        lambda: hl.from_jax(scaled_by, 2.0, np.ones(3, np.float32))(2.0, jax.ShapeDtypeStruct((3,), np.float32)),
        lambda: hl.from_jax(scaled_by, 2.0, np.ones(1, np.float32))(2.0, np.ones(3, np.float32)),
    )] == [
        "program is what hl.function, hl.parse or hl.from_jax makes, not int",
        "both takes its arguments in order, not by name: a",
        "main takes 1 argument, not 3",
        "argument a of main is tensor<f32>, which doesn't hold 1j",
        "argument a of main is a tensor of a function that is being built",
        "argument a of main is tensor<f32>, but an array of 3 float32 is given",
        "argument x of scaled_by is a shape, not an array",
        "argument x of scaled_by is tensor<1xf32>, but an array of 3 float32 is given",
    ]  # fmt: skip


def test_derivatives_are_transposed() -> None:
    x, t = np.array([0.5, 1, 2], np.float32), np.array([1, -2, 3], np.float32)
    program = hl.to_jax(hl.function("3xf32", name="f")(lambda x: hl.sine(x) * x))
    (found,) = jax.linear_transpose(jax.vjp(program, x)[1], x)((t,))
    np.testing.assert_allclose(found, (np.cos(x) * x + np.sin(x)) * t, rtol=1e-6)
    with jax.disable_jit():
        np.testing.assert_allclose(program(x), np.sin(x) * x, rtol=1e-6)
    assert said_to(lambda: jax.linear_transpose(program, x)(t)) == "f isn't linear, so it can't be transposed"


def test_examples_have_what_holds_no_arrays_too() -> None:
    x = np.arange(3, dtype=np.float32)
    jitted = jax.jit(
        lambda x, nothing, empty=(), *, n, more=None, y: (x - y) * n if nothing is more is None else x,
        static_argnames="n",
    )
    for args, kwargs in (
        ((x, None, {}), {"n": 2, "more": None, "y": x[::-1]}),
        ((x, None), {"y": x[::-1], "n": 2}),
        ((), {"nothing": None, "y": x[::-1], "x": x, "n": 2, "empty": []}),
    ):
        program = hl.from_jax(jitted, *args, **kwargs)
        np.testing.assert_array_equal(program(), [-4, 0, 4])
        assert len(program.type.inputs) == len(program.example_arguments()) == 2


def test_arguments_by_name_stand_behind_the_others_in_the_order_of_their_names() -> None:
    def function(x, *, b, a):
        return x + 10 * a["v"] + 100 * b

    program = hl.from_jax(function, np.float32(1), b=np.float32(2), a={"v": np.float32(3)})
    assert names_of(program) == ["x", "a.v", "b"]
    assert program() == 1 + 30 + 200
    assert program(np.float32(4), b=np.float32(5), a={"v": np.float32(6)}) == 4 + 60 + 500
    assert hl.run(program, np.float32(4), {"v": np.float32(6)}, np.float32(5)) == 564
    assert hl.to_jax(program)(np.float32(4), a={"v": np.float32(6)}, b=np.float32(5)) == 564
    around = hl.function("f32", "f32")(lambda x, y: program(x, b=y, a={"v": x * 2}))
    assert around(np.float32(1), np.float32(2)) == 1 + 20 + 200


def test_arguments_that_nobody_uses_are_arguments() -> None:
    """Which a jitted function leaves out, wherever they stand."""
    given = {
        "first": np.ones((2, 0), bool),
        "second": np.arange(3, dtype=np.float32),
        "third": {"a": jnp.ones(2, jnp.bfloat16), "b": np.int8(3)},
        "fourth": np.ones(3, np.float32),
        "fifth": 2.5,
    }
    program = hl.from_jax(jax.jit(lambda first, second, third, fourth, fifth: second - fourth), *given.values())
    types = ["2x0xi1", "3xf32", "2xbf16", "i8", "3xf32", "f32"]
    assert [str(type) for type in program.type.inputs] == [f"tensor<{type}>" for type in types]
    assert names_of(program) == ["first", "second", "third.a", "third.b", "fourth", "fifth"]
    np.testing.assert_array_equal(program(), [-1, 0, 1])
    assert str(hl.parse(str(program))) == str(program.module)


def test_numbers_and_wide_arrays_are_taken_as_jax_takes_them() -> None:
    program = hl.from_jax(lambda x, n: x * n, np.float32(1), np.ones(2, np.int32))
    np.testing.assert_array_equal(program(True, np.array([2, 3])), [2, 3])
    np.testing.assert_array_equal(program(0.5, np.array([4, 6])), [2, 3])
    np.testing.assert_array_equal(program(np.array(0.1), np.array([1, 2])), np.float32([0.1, 0.2]))
    with pytest.raises(
        hl.UsageError, match=r"argument n of main is tensor<2xi32>, but an array of \(\) int32 is given"
    ):
        program(1.0, np.int32(3))
    with pytest.raises(hl.UsageError, match=r"argument x of main is tensor<f32>, but an array of 1x2 float32 is given"):
        program(np.ones((1, 2)), np.ones(2, np.int32))


@pytest.mark.parametrize("argnums", [(2,), (1, 0)])
def test_derivatives_for_some_of_several_arguments(argnums: tuple[int, ...]) -> None:
    def theirs(x, y, z):
        return x * y + jnp.sin(z) * x, y * z * z

    ours = hl.to_jax(
        hl.function("3xf32", "f32", "3xf32", name="ours")(lambda x, y, z: (x * y + hl.sine(z) * x, y * z * z))
    )
    args = np.array([0.5, 1, -2], np.float32), np.float32(3), np.array([1, -1, 0.25], np.float32)

    def everything(f):
        total = lambda *args: jnp.dot(f(*args)[0], jnp.arange(3.0)) + (f(*args)[1] ** 2).sum()  # noqa: E731
        first = jax.grad(total, argnums)(*args)
        twice = jax.jvp(lambda *some: jax.grad(total, argnums)(*some), args, tuple(map(jnp.ones_like, args)))[1]
        back = jax.grad(lambda *args: sum((g**2).sum() for g in jax.grad(total, argnums)(*args)), argnums)(*args)
        return first, twice, back

    require_close(jax.jit(lambda: everything(ours))(), jax.jit(lambda: everything(theirs))(), 1e-4)


def test_a_function_of_jax_is_called_and_described_as_the_program_is() -> None:
    @hl.function("f32", "2xi8")
    def scaled(x, counts):
        """Of ours."""
        return x * hl.convert(counts, "f32")

    f = hl.to_jax(scaled)
    assert (f.__name__, f.__qualname__) == ("scaled", "scaled")
    assert f.__doc__ == "The program scaled, of tensor<f32>, tensor<2xi8>."
    assert list(inspect.signature(f).parameters) == ["x", "counts"]
    nothing = hl.to_jax(hl.function(name="nothing")(lambda: hl.constant(np.float32(3))))
    assert (nothing.__doc__, float(nothing())) == ("The program nothing, of nothing.", 3)


def test_a_module_of_torch_takes_no_arguments_by_name() -> None:
    module = type("Linear", (type("Module", (), {"__module__": "torch.nn.modules.module"}),), {})()
    with pytest.raises(
        hl.UsageError, match=r"^a module of PyTorch is traced with arguments in order, not by name: a, b$"
    ):
        adopt(module, (), {"a": 1, "b": 2})
    assert adopt(scaled_by, (2.0,), {"x": 3.0})() == 6
