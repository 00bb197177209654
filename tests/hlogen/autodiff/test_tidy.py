"""What tidying leaves of a derivative."""

import numpy as np
import pytest

import hlogen as hl
import interpreter
from hlogen.backends import backend

DIMENSIONS = {
    "offset_dims": [],
    "collapsed_slice_dims": [0],
    "start_index_map": [0],
    "index_vector_dim": 1,
    "slice_sizes": [1],
}


@hl.function("4xf32", "4xf32", "2x1xi32", name="main")
def two_gathers(x, y, indices):
    return hl.gather(x, indices, **DIMENSIONS) * hl.gather(y, indices, **DIMENSIONS)


def test_the_same_operation_is_there_once():
    names = [operation.name for operation in hl.vjp(two_gathers).module.walk()]
    assert names.count("stablehlo.gather") == 2


@pytest.mark.parametrize("name", ["upstream", "xla"])
def test_each_scatter_has_zeros_of_its_own(name):
    """Upstream's interpreter, before StableHLO 1.18, writes into what a scatter starts from."""
    derived = hl.vjp(two_gathers)
    starts = [operation.operands[0] for operation in derived.module.walk() if operation.name == "stablehlo.scatter"]
    assert len(set(starts)) == len(starts) == 2
    arguments = [np.arange(4, dtype=np.float32), np.ones(4, np.float32), np.array([[1], [2]], np.int32)]
    arguments.append(np.array([3, 5], np.float32))
    for actual, expected in zip(
        backend(name).run(derived, *arguments), interpreter.run(derived, *arguments), strict=True
    ):
        np.testing.assert_array_equal(actual, expected)


def test_a_gradient_does_not_multiply_by_one():
    @hl.function("f32", "f32", name="main")
    def product(x, y):
        return x * y

    names = [operation.name for operation in hl.grad(product).module.walk()]
    assert "stablehlo.multiply" not in names


def names_of(function):
    return [operation.name.removeprefix("stablehlo.") for operation in function.operation.walk()]


def test_what_differs_in_type_attribute_or_order_is_not_the_same():
    @hl.function("2x3xf64", "2x3xf64", name="main")
    def main(x, y):
        converted = [hl.convert(hl.convert(x, element), "f64") for element in ("f32", "bf16", "f32", "i32")]
        parts = [hl.slice(x, start_indices=[0, at], limit_indices=[2, at + 1]) for at in (0, 1, 0)]
        compared = [hl.compare(x, y, direction) for direction in ("LT", "GT", "LT")]
        turned = [hl.compare(y, x, "LT"), hl.subtract(x, y), hl.subtract(y, x), hl.subtract(x, y)]
        return [*converted, *parts, *compared, *turned]

    batched = hl.vmap(main, axis_size=1)
    found = names_of(batched)
    counts = {name: found.count(name) for name in ("convert", "slice", "compare", "subtract")}
    assert counts == {"convert": 6, "slice": 2, "compare": 3, "subtract": 2}
    x, y = np.array([[1.3, -2.7, 3.1], [0.1, 5.9, -6.3]]), np.array([[2.0, -2.7, 1.0], [0.1, 7, -9]])
    for got, wanted in zip(interpreter.run(batched, x[None], y[None]), interpreter.run(main, x, y), strict=True):
        np.testing.assert_array_equal(got[0], wanted)


def test_what_is_done_is_done_as_often_as_before():
    @hl.function("3xf64", name="main")
    def main(x):
        drawn = [hl.rng(0.0, 1.0, [3], "UNIFORM") for _ in range(2)]
        called = [
            hl.custom_call("vendor.f", hl.stop_gradient(x), result_types="3xf64", has_side_effect=True)
            for _ in range(2)
        ]
        hl.custom_call("vendor.g", hl.stop_gradient(x), result_types="3xf64", has_side_effect=True)
        return x * drawn[0] - drawn[1], called

    found = names_of(hl.vjp(main))
    assert (found.count("rng"), found.count("custom_call")) == (2, 3)


def test_nothing_of_a_branch_is_used_outside_of_it():
    @hl.function("i1", "f64", name="main")
    def main(pred, x):
        first = hl.if_(pred, lambda: hl.sine(x) * x, lambda: hl.sine(x) + x)
        return first * hl.sine(x) + hl.if_(pred, lambda: hl.sine(x), lambda: x)

    gradient = hl.grad(main)
    str(gradient)  # verified by upstream
    for pred in (True, False):
        x = 0.7
        s, c = np.sin(x), np.cos(x)
        first, slope = (s * x, c * x + s) if pred else (s + x, c + 1)
        wanted = slope * s + first * c + (c if pred else 1)
        np.testing.assert_allclose(interpreter.run(gradient, np.bool_(pred), np.float64(x))[0], wanted, rtol=1e-14)


def test_ones_that_are_no_floats_stay():
    """Only a multiplication by floats of one is nothing."""

    @hl.function("3xf64", "3xi32", name="main")
    def main(x, n):
        one = hl.broadcast_in_dim(hl.constant(1.0, "f64"), [3], broadcast_dimensions=[])
        return one * x, x * np.array([1.0, 1, 2]), n * np.int32(1), x * 0.0

    assert names_of(hl.vjp(main, "x")).count("multiply") == 2 + 1 + 2
