"""Derivatives and batches of branches and loops: what the rows and the comparison with JAX don't show."""

from collections import Counter

import numpy as np
import pytest
from helpers.derivatives import check

import hlogen as hl
import interpreter
from hlogen.backends import backend
from hlogen.errors import UsageError
from hlogen.ir import EnumAttr

RNG = np.random.default_rng(0)
X, W = RNG.normal(size=3), RNG.normal(size=3)


def operations(function, name):
    return [operation for operation in function.module.walk() if operation.name == f"stablehlo.{name}"]


def looped(limit, *types):
    """Loops of one body; `limit(*extra arguments)` is their bound."""

    @hl.function("3xf64", "3xf64", *types, name="main")
    def main(x, w, *extra):
        def body(i, y, same):
            return i + 1, hl.sine(y * w) + same, same

        bound = limit(*extra)
        return hl.while_([hl.constant(0, "i32"), x, w], lambda i, y, same: hl.compare(i, bound, "LT"), body)[1]

    return main


@pytest.mark.parametrize("count", [0, 1, 2, 5, 8, 13, 64])
def test_known_and_unknown_numbers_of_iterations_have_the_same_derivatives(count):
    rng = np.random.default_rng(1)
    known = looped(lambda: hl.constant(count, "i32"))
    unknown = looped(lambda n: n, "i32")
    cotangent = rng.normal(size=3)
    expected = interpreter.run(hl.vjp(unknown), X, W, np.int32(count), cotangent)
    for actual, wanted in zip(interpreter.run(hl.vjp(known), X, W, cotangent), expected, strict=True):
        np.testing.assert_allclose(actual, wanted, rtol=1e-13)
    if count < 6:
        check(unknown, [X, W, np.int32(count)], order=2)


def test_an_unknown_number_of_iterations_costs_a_logarithm_more():
    """In iterations, each of which has one sine; memory doesn't depend on their number."""
    unknown = hl.vjp(looped(lambda n: n, "i32"))
    stored = {str(result.type) for loop in operations(unknown, "while") for result in loop.results}
    assert stored == {"tensor<i32>", "tensor<3xf64>", "tensor<33x3xf64>"}
    for count in (1, 7, 64, 100):
        counting = Counting()
        interpreter.run(unknown, X, W, np.int32(count), X, listeners=[counting])
        assert count <= counting.seen["stablehlo.sine"] <= count * (1 + np.log2(count) / 2)


class Counting:
    """How often each operation ran."""

    def __init__(self):
        self.seen = Counter()

    def on_op(self, op, operands, results):
        self.seen[op.name] += 1


def test_buffers_that_would_be_too_large_are_not_made():
    @hl.function("100000xf32", name="main")
    def main(x):
        start = [hl.constant(0, "i32"), x]
        return hl.while_(start, lambda i, y: hl.compare(i, 1_000_000, "LT"), lambda i, y: (i + 1, hl.sine(y)))[1]

    backward = hl.vjp(main)
    stored = {str(result.type) for loop in operations(backward, "while") for result in loop.results}
    assert stored == {"tensor<i32>", "tensor<100000xf32>", "tensor<33x100000xf32>"}


def test_third_derivatives():
    check(looped(lambda: hl.constant(3, "i32")), [X, W], order=3)


def test_an_iteration_less_than_none():
    """A counter that is past its bound from the start."""
    check(looped(lambda: hl.constant(-2, "i32")), [X, W])
    check(looped(lambda n: n, "i32"), [X, W, np.int32(-2)])


def test_only_what_the_way_back_needs_is_stored():
    """Not a carry that stays, not the counter, not an output that is only written; y, and the slope of the sine."""
    rng = np.random.default_rng(1)

    @hl.function("3xf64", "5x3xf64", name="main")
    def main(x, rows):
        def body(i, y, given, out):
            row = hl.reshape(hl.dynamic_slice(given, [i, hl.constant(0, "i32")], slice_sizes=[1, 3]), (3,))
            y = hl.sine(y * row)
            out = hl.dynamic_update_slice(out, hl.reshape(y, (1, 3)), [i, hl.constant(0, "i32")])
            return i + 1, y, given, out

        start = [hl.constant(0, "i32"), x, rows, hl.constant(np.zeros((5, 3)))]
        _, y, _, out = hl.while_(start, lambda i, *_: hl.compare(i, 5, "LT"), body)
        return y, out

    backward = hl.vjp(main)
    first, second = operations(backward, "while")
    forward_types = [str(result.type) for result in first.results]
    assert forward_types.count("tensor<5x3xf64>") == 4  # rows, the output, the buffers of y and of the slope
    assert [str(result.type) for result in second.results].count("tensor<5x3xf64>") == 1  # the gradient of rows
    # The gradient of rows is added to where its rows are.
    assert not any(str(operation.results[0].type) == "tensor<5x3xf64>" for operation in operations(backward, "add"))
    check(main, [X, rng.normal(size=(5, 3))])


@pytest.mark.parametrize("written", ["the same place", "two places at once", "clamped", "read too", "from before"])
def test_buffers_that_are_not_written_once(written):
    rng = np.random.default_rng(1)

    @hl.function("3xf64", "6xf64", name="main")
    def main(x, before):
        zero = hl.constant(0, "i32")

        def body(i, y, out):
            y = hl.sine(y)
            if written == "read too":
                y = y * hl.slice(out, start_indices=[0], limit_indices=[3], strides=[1])
            at = {"the same place": zero, "clamped": i * 3}.get(written, i)
            size = 3 if written in ("two places at once", "clamped") else 1
            part = hl.slice(y, start_indices=[0], limit_indices=[size], strides=[1])
            return i + 1, y, hl.dynamic_update_slice(out, part, [at])

        start = before * 2.0 if written == "from before" else hl.constant(np.ones(6))
        return hl.while_([zero, x, start], lambda i, *_: hl.compare(i, 4, "LT"), body)[1:]

    check(main, [X, rng.normal(size=6)])


@pytest.mark.parametrize(("start", "step"), [(0, -1), (0, -2), (0, 1), (3, 2)])
@pytest.mark.parametrize("beyond", [-1, 0, 1])
def test_a_loop_that_counts_has_the_derivative_of_its_iterations_one_after_the_other(start, step, beyond):
    """The counter is a factor, and says where parts of a buffer are written: side by side, but for one at an end."""
    count, part = 3, abs(step)
    size = (count - 1) * part + part - max(beyond, 0)
    place = min(beyond, 0) - min(start, start + (count - 1) * step)
    weights = np.random.default_rng(2).normal(size=size)

    def iteration(i, y, buffer):
        buffer = hl.dynamic_update_slice(buffer, y[:part], [i + place])
        return hl.sine(y) * hl.convert(2 - i, "f64") + y * hl.convert(i, "f64"), buffer

    def function(is_loop):
        @hl.function("3xf64", name="main")
        def main(x):
            y, buffer = x, hl.constant(np.zeros(size))
            if is_loop:
                end = start + count * step
                _, y, buffer = hl.while_(
                    [hl.constant(start, "i32"), y, buffer],
                    lambda i, y, buffer: hl.compare(i, hl.constant(end, "i32"), "NE"),
                    lambda i, y, buffer: [i + step, *iteration(i, y, buffer)],
                )
            else:
                for k in range(count):
                    y, buffer = iteration(hl.constant(start + k * step, "i32"), y, buffer)
            return hl.reduce(buffer * weights, 0.0, [0], "add") + hl.reduce(y * y, 0.0, [0], "add")

        return main

    actual, expected = (interpreter.run(hl.grad(function(is_loop)), X) for is_loop in (True, False))
    np.testing.assert_allclose(actual[0], expected[0], rtol=1e-12, atol=1e-12)


def test_carries_of_integers_and_tangents_that_appear_late():
    """y becomes active by x only through z, after an iteration."""

    @hl.function("f64", "i64", name="main")
    def main(x, n):
        def body(i, y, z, k):
            return i + 1, z * 2.0, hl.sine(z) + x, k * 3

        start = [hl.constant(0, "i32"), hl.constant(1.0, "f64"), hl.constant(0.5, "f64"), n]
        _, y, z, k = hl.while_(start, lambda i, *_: hl.compare(i, 4, "LT"), body)
        return y + z, k

    check(main, [np.float64(0.3), np.int64(2)])


def test_a_captured_value_that_only_the_condition_uses_has_the_gradient_zero():
    @hl.function("3xf64", "f64", name="main")
    def main(x, limit):
        return hl.while_(x, lambda y: hl.compare(hl.reduce(y * y, 0.0, [0], "add"), limit, "LT"), lambda y: y * 1.5)

    *_, of_x, of_limit = interpreter.run(hl.vjp(main), X, np.float64(40.0), np.ones(3))
    assert of_limit == 0
    value = interpreter.run(main, X, np.float64(40.0))[0]
    np.testing.assert_allclose(of_x, value / X)


@pytest.mark.parametrize("bound", ["known", "unknown"])
def test_bodies_that_move_carries_around(bound):
    """Swapped, given twice, replaced by what is outside, and constants."""

    @hl.function(*["f64"] * 3, "i32", name="main")
    def main(x, y, z, n):
        def body(i, a, b, c, d, e):
            return i + 1, b, a, a, z, hl.constant(2.0, "f64") * d

        limit = hl.constant(3, "i32") if bound == "known" else n
        start = [hl.constant(0, "i32"), x, hl.sine(y), x, y, x]
        return hl.while_(start, lambda i, *_: hl.compare(i, limit, "LT"), body)[1:]

    check(main, [np.float64(0.3), np.float64(-0.4), np.float64(0.5), np.int32(2)])


def test_many_carries_are_only_as_active_as_they_must_be():
    @hl.function(*["f64"] * 4, name="main")
    def main(*xs):
        def body(i, a, b, c, d):
            return i + 1, hl.sine(a), a * b, c + d, d

        return hl.while_([hl.constant(0, "i32"), *xs], lambda i, *_: hl.compare(i, 3, "LT"), body)[1:]

    forward = hl.jvp(main, wrt=2)
    (loop,) = operations(forward, "while")
    assert len(loop.results) == 6  # the counter, four carries and the tangent of the third
    check(main, [np.float64(x) for x in (0.3, -0.4, 0.5, 0.6)])


def test_a_branch_computes_only_what_is_asked_for():
    def both(x, w, pred):
        return hl.if_(pred, lambda: (hl.sine(x), hl.exponential(w)), lambda: (x, w))

    @hl.function("3xf64", "3xf64", "i1", name="main")
    def first(x, w, pred):
        return hl.reduce(both(x, w, pred)[0], 0.0, [0], "add")

    gradient = hl.grad(first, wrt=0)
    assert [len(operation.results) for operation in operations(gradient, "if")] == [1]
    assert not operations(gradient, "exponential")
    check(hl.function("3xf64", "3xf64", "i1", name="main")(both), [X, W, np.bool_(True)])


def test_effects_of_a_loop_that_would_run_again_are_refused():
    @hl.function("3xf64", "i1", name="main")
    def main(x, pred):
        def random(y):
            operands = [hl.constant(0.0, "f64"), hl.constant(1.0, "f64"), hl.constant([3], "1xi64")]
            uniform = {"rng_distribution": EnumAttr("rng_distribution", "UNIFORM")}
            return y * hl.operation("stablehlo.rng", operands, result_types=[y.type], attributes=uniform)[0]

        start, last = [hl.constant(0, "i32"), x], hl.convert(pred, "i32")  # nobody knows how many turns
        return hl.while_(start, lambda i, y: hl.compare(i, last, "LT"), lambda i, y: (i + 1, random(y)))[1]

    place = r"stablehlo\.while \(.*test_loops.py:\d+:\d+\)"
    with pytest.raises(UsageError, match=rf"{place}: its way back runs its regions again, but stablehlo\.rng"):
        hl.vjp(main)


def nested(x, w, index):
    def step(i, y):
        branch = hl.case(hl.remainder(i, 3), [lambda: hl.sine(y) * w, lambda: y * y, lambda: y + w])
        return i + 1, hl.if_(hl.compare(index, 1, "GT"), lambda: branch, lambda: hl.cosine(branch))

    return hl.while_([hl.constant(0, "i32"), x], lambda i, y: hl.compare(i, index, "LT"), step)[1]


NESTED = hl.function("3xf64", "3xf64", "i32", name="main")(nested)


@pytest.mark.parametrize("index", [0, 1, 4])
def test_nested(index):
    check(NESTED, [X, W, np.int32(index)], order=2)


@pytest.mark.parametrize("axes", [(0, None, None), (None, 0, None), (None, None, 0), (0, 0, 0)])
@pytest.mark.parametrize("derive", [None, hl.vjp, hl.jvp])
def test_batches_are_loops_over_examples(axes, derive):
    rng = np.random.default_rng(1)
    function = NESTED if derive is None else derive(NESTED)
    extra = 0 if derive is None else len(function.type.inputs) - 3
    examples = [rng.normal(size=(4, 3)), rng.normal(size=(4, 3)), np.array([3, 0, 5, 1], np.int32)]
    examples += [rng.normal(size=(4, 3)) for _ in range(extra)]
    axes = (*axes, *[0] * extra)
    arguments = [x[0] if axis is None else x for x, axis in zip(examples, axes, strict=True)]
    batched = interpreter.run(hl.vmap(function, axes, axis_size=4), *arguments)
    for number in range(4):
        one = [x if axis is None else x[number] for x, axis in zip(arguments, axes, strict=True)]
        for actual, expected in zip(batched, interpreter.run(function, *one), strict=True):
            np.testing.assert_allclose(actual[number], expected, rtol=1e-12)


def test_a_case_of_batched_indices_out_of_range_takes_the_last():
    rng = np.random.default_rng(1)

    @hl.function("f64", "i32", name="main")
    def main(x, index):
        return hl.case(index, [lambda: x, lambda: hl.sine(x), lambda: hl.negate(x)])

    indices = np.array([-5, -1, 0, 1, 2, 3, 2**31 - 1, -(2**31)], np.int32)
    values = rng.normal(size=8)
    (actual,) = interpreter.run(hl.vmap(main, axis_size=8), values, indices)
    np.testing.assert_array_equal(
        actual, [interpreter.run(main, v, i)[0] for v, i in zip(values, indices, strict=True)]
    )


def test_loops_with_one_condition_for_the_batch_stay_counted_loops():
    rng = np.random.default_rng(1)
    batch = hl.vmap(looped(lambda: hl.constant(4, "i32")), axis_size=2)
    assert not operations(batch, "select")
    assert operations(hl.vjp(batch), "dynamic_update_slice")
    check(batch, [rng.normal(size=(2, 3)), rng.normal(size=(2, 3))])


def test_a_result_that_is_the_same_for_the_batch():
    @hl.function("3xf64", "3xf64", "i1", name="main")
    def main(x, w, pred):
        return hl.if_(pred, lambda: (x, w), lambda: (hl.sine(x), hl.cosine(w)))

    same = hl.vmap(main, (0, None, None), (0, None), axis_size=2)
    assert [str(type) for type in same.type.results] == ["tensor<2x3xf64>", "tensor<3xf64>"]


@pytest.mark.parametrize("name", ["upstream", "xla"])
@pytest.mark.parametrize("derive", ["known", "unknown", "nested", "batched"])
def test_backends_agree(name, derive):
    rng = np.random.default_rng(1)
    cotangent = rng.normal(size=3)
    program, arguments = {
        "known": lambda: (hl.vjp(looped(lambda: hl.constant(4, "i32"))), [X, W, cotangent]),
        "unknown": lambda: (hl.vjp(looped(lambda n: n, "i32")), [X, W, np.int32(3), cotangent]),
        "nested": lambda: (hl.vjp(NESTED), [X, W, np.int32(4), cotangent]),
        "batched": lambda: (
            hl.vmap(hl.vjp(NESTED), (None, None, 0, None), axis_size=3),
            [X, W, np.array([0, 4, 1], np.int32), cotangent],
        ),
    }[derive]()
    for actual, expected in zip(
        backend(name).run(program, *arguments), interpreter.run(program, *arguments), strict=True
    ):
        np.testing.assert_allclose(actual, expected, rtol=1e-12)


@pytest.mark.parametrize(("first", "step"), [(0, 1), (2, 1), (-3, 1), (5, -1), (0, 2), (3, 2)])
@pytest.mark.parametrize("is_known", [True, False])
def test_counters_start_anywhere(first, step, is_known):
    """What a loop carries is stored by the number of the iteration, whatever its counter says."""

    @hl.function("f64", "i32", name="main")
    def main(x, last):
        end = hl.constant(first + 4 * step, "i32") if is_known else last
        direction = "LT" if step > 0 else "GT"
        return hl.while_(
            [hl.constant(first, "i32"), x],
            lambda i, y: hl.compare(i, end, direction),
            lambda i, y: (i + step, hl.sine(y) * y + hl.convert(i, "f64")),
        )[1]

    x, slope = 0.7, 1.0
    for i in range(first, first + 4 * step, step):
        x, slope = np.sin(x) * x + i, slope * (np.cos(x) * x + np.sin(x))
    found = interpreter.run(hl.value_and_grad(main), np.float64(0.7), np.int32(first + 4 * step))
    np.testing.assert_allclose(found, [x, slope], rtol=1e-13)
