"""Operations whose shapes are tensors: batches against loops, and what is refused."""

import numpy as np
import pytest
from helpers.batches import check_batches, every_choice

import hlogen as hl
import interpreter

CASES = {
    "dynamic_broadcast_in_dim": (
        lambda x: hl.dynamic_broadcast_in_dim(
            x, [3, 5, 4], broadcast_dimensions=[2, 1], known_expanding_dimensions=[1],
            known_nonexpanding_dimensions=[0], result_type="3x5x4xf64"),
        "4x1xf64"),
    "dynamic_reshape": (lambda x: hl.dynamic_reshape(x, [2, 6], result_type="2x6xf64"), "4x3xf64"),
    "dynamic_pad": (
        lambda x, v: hl.dynamic_pad(x, v, [-1, 2], [1, -2], [1, 2], result_type="7x13xf64"), "4x5xf64", "f64"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_batches(name):
    body, *types = CASES[name]
    function = hl.function(*types, name="main")(body)
    rng = np.random.default_rng(0)
    inputs = [np.asarray(rng.normal(size=type.static_shape)) for type in function.type.inputs]
    for which in every_choice(len(types)):
        check_batches(function, inputs, which, rng)


def test_a_result_of_a_dynamic_type():
    function = hl.function("4x3xf64", "2xi32", name="main")(lambda x, shape: hl.dynamic_reshape(x, shape))
    batched = hl.vmap(function, (0, None), axis_size=2)
    x = np.arange(24.0).reshape(2, 4, 3)
    np.testing.assert_array_equal(interpreter.run(batched, x, np.array([6, 2], np.int32))[0], x.reshape(2, 6, 2))


def test_shapes_that_differ_along_the_batch_are_refused():
    function = hl.function("4x3xf64", "2xi32", name="main")(lambda x, shape: hl.dynamic_reshape(x, shape))
    with pytest.raises(hl.UsageError, match=r"dynamic_reshape(.|\n)*differs along the batch(.|\n)*in_axes None"):
        hl.vmap(function, axis_size=2)


def test_the_derivative_of_a_dynamic_type_is_refused():
    function = hl.function("4x3xf64", "2xi32", name="main")(lambda x, shape: hl.dynamic_reshape(x, shape))
    with pytest.raises(hl.UsageError, match=r"static shapes"):
        hl.vjp(function)


def test_interior_padding_that_is_not_known_is_refused():
    function = hl.function("4xf64", "1xi32", name="main")(
        lambda x, interior: hl.dynamic_pad(x, 0.0, [0], [0], interior, result_type="7xf64")
    )
    with pytest.raises(hl.UsageError, match=r"interior_padding(.|\n)*constant"):
        hl.vjp(function)
