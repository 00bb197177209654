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
    "real_dynamic_slice": (
        lambda x: hl.operation(
            "stablehlo.real_dynamic_slice", [x, np.array([0, 1]), np.array([3, 5]), np.array([1, 2])],
            result_types=["3x2xf64"]), "4x5xf64"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_batches(name):
    body, *types = CASES[name]
    function = hl.function(*types, name="main")(body)
    rng = np.random.default_rng(0)
    inputs = [np.asarray(rng.normal(size=type.static_shape)) for type in function.type.inputs]
    for which in every_choice(len(types)):
        check_batches(function, inputs, which, rng)


def real_slice(x, start, limit):
    operands = [x, start, limit, np.array([2])]
    return hl.operation("stablehlo.real_dynamic_slice", operands, result_types=["2xf64"])[0]


def test_slices_that_differ_along_the_batch():
    function = hl.function("7xf64", "1xi64", "1xi64", name="main")(real_slice)
    x, starts = np.arange(14.0).reshape(2, 7), np.array([[1], [4]])
    (found,) = interpreter.run(hl.vmap(function, axis_size=2), x, starts, starts + 3)
    assert found.tolist() == [[1, 3], [11, 13]]
    (found,) = interpreter.run(hl.vmap(function, (None, 0, 0), axis_size=2), x[0], starts, starts + 3)
    assert found.tolist() == [[1, 3], [4, 6]]


def test_the_gradient_of_a_slice_whose_start_a_run_decides():
    def loss(x, start):
        y = real_slice(x, start, start + 4)
        return hl.reduce(y * y, 0.0, dimensions=[0], body=hl.add)

    gradient = hl.grad(hl.function("7xf64", "1xi64", name="main")(loss), wrt=[0])
    (found,) = interpreter.run(gradient, np.arange(7.0), np.array([2]))
    assert found.tolist() == [0, 0, 4, 0, 8, 0, 0]


def conv(x, y, padding, result_type="1x4x2xf64"):
    """A convolution of 1x5x2 by 3x2x2, padded in its only spatial dimension."""
    return hl.dynamic_conv(
        x, y, padding, result_type=result_type, input_batch_dimension=0, input_feature_dimension=2,
        input_spatial_dimensions=[1], kernel_input_feature_dimension=1, kernel_output_feature_dimension=2,
        kernel_spatial_dimensions=[0],
    )  # fmt: skip


@pytest.mark.parametrize("which", every_choice(3), ids=str)
def test_batches_of_convolutions_padded_by_a_tensor(which):
    """Also where the entries are padded differently: by no elements before and 1 after, or the other way about."""
    rng = np.random.default_rng(0)
    inputs = [rng.normal(size=(1, 5, 2)), rng.normal(size=(3, 2, 2)), np.array([[0, 1]], np.int32)]
    function = hl.function("1x5x2xf64", "3x2x2xf64", "1x2xi32", name="main")(conv)
    check_batches(function, inputs, which, rng)


def test_a_result_of_a_dynamic_type():
    function = hl.function("4x3xf64", "2xi32", name="main")(lambda x, shape: hl.dynamic_reshape(x, shape))
    batched = hl.vmap(function, (0, None), axis_size=2)
    x = np.arange(24.0).reshape(2, 4, 3)
    np.testing.assert_array_equal(interpreter.run(batched, x, np.array([6, 2], np.int32))[0], x.reshape(2, 6, 2))


def test_what_is_known_of_dimensions_is_known_behind_the_batch():
    """The batch has its size already: it isn't one that expands."""
    text = """func.func @main(%x: tensor<1x3xf64>, %shape: tensor<3xi32>) -> tensor<2x4x3xf64> {
      %0 = stablehlo.dynamic_broadcast_in_dim %x, %shape, dims = [1, 2] {
        known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 1>
      } : (tensor<1x3xf64>, tensor<3xi32>) -> tensor<2x4x3xf64>
      return %0 : tensor<2x4x3xf64>
    }"""
    (operation,) = (
        operation
        for operation in hl.vmap(hl.parse(text), (0, None), axis_size=5).module.walk()
        if operation.name == "stablehlo.dynamic_broadcast_in_dim"
    )
    found = {name: tuple(value.values) for name, value in operation.attributes.items()}
    assert found == {
        "broadcast_dimensions": (0, 2, 3),
        "known_expanding_dimensions": (1,),
        "known_nonexpanding_dimensions": (0, 2),
    }


def test_batches_that_need_static_shapes_say_so():
    """Also where the shapes of most of what the operation takes are known."""
    function = hl.function("3xf32", "f32", "1xi32", name="main")(
        lambda x, fill, edge: hl.dynamic_pad(x, fill, edge, edge, edge, result_type="?xf32")
    )
    with pytest.raises(hl.UsageError, match=r"static shapes, and this has tensor<3xf32>, .*\n(.|\n)*fix: give the"):
        hl.vmap(function, (None, 0, None), axis_size=2)


def test_shapes_that_differ_along_the_batch_are_refused():
    function = hl.function("4x3xf64", "2xi32", name="main")(lambda x, shape: hl.dynamic_reshape(x, shape))
    with pytest.raises(hl.UsageError, match=r"dynamic_reshape(.|\n)*differs along the batch(.|\n)*in_axes None"):
        hl.vmap(function, axis_size=2)


@pytest.mark.parametrize(
    ("body", "out_axes"),
    [
        (lambda x, shape: hl.dynamic_reshape(x, shape, result_type="6x2xf64"), 0),
        (lambda x, shape: hl.dynamic_iota(shape, iota_dimension=1, result_type="6x2xi32"), None),
    ],
)
def test_shapes_that_the_result_says_may_differ_along_the_batch(body, out_axes):
    """They can't, where the program is right."""
    function = hl.function("4x3xf64", "2xi32", name="main")(body)
    x, shapes = np.arange(24.0).reshape(2, 4, 3), np.array([[6, 2]] * 2, np.int32)
    (found,) = interpreter.run(hl.vmap(function, out_axes=out_axes, axis_size=2), x, shapes)
    expected = [interpreter.run(function, *pair)[0] for pair in zip(x, shapes, strict=True)]
    np.testing.assert_array_equal(found, expected if out_axes == 0 else expected[0])
    (found,) = interpreter.run(hl.vmap(function, (None, 0), None, axis_size=2), x[0], shapes)
    np.testing.assert_array_equal(found, expected[0])


def test_paddings_that_differ_along_the_batch():
    @hl.function("3xf64", "1xi32", name="main")
    def function(x, low):
        return hl.dynamic_pad(x, 9.0, low, 2 - low, [0], result_type="5xf64")

    (found,) = interpreter.run(
        hl.vmap(function, axis_size=2), np.arange(6.0).reshape(2, 3), np.array([[0], [3]], np.int32)
    )
    assert found.tolist() == [[0, 1, 2, 9, 9], [9, 9, 9, 3, 4]]


def test_the_derivative_of_a_reshape_to_a_dynamic_type():
    function = hl.function("4x3xf64", "2xi32", name="main")(lambda x, shape: hl.dynamic_reshape(x, shape))
    x = np.arange(12.0).reshape(4, 3)
    _, found = interpreter.run(hl.vjp(function), x, np.array([2, 6], np.int32), x.reshape(2, 6))
    np.testing.assert_array_equal(found, x)


def test_interior_padding_that_is_not_known_is_refused():
    function = hl.function("4xf64", "1xi32", name="main")(
        lambda x, interior: hl.dynamic_pad(x, 0.0, [0], [0], interior, result_type="7xf64")
    )
    with pytest.raises(hl.UsageError, match=r"interior_padding(.|\n)*constant"):
        hl.vjp(function)


@pytest.mark.parametrize("table", ["6xf64", "?xf64"])
@pytest.mark.parametrize("size", [1, 4, 6])
def test_slices_whose_size_a_run_decides_are_credited_where_they_are_read(table, size):
    """Moved inside, where they would reach over an edge."""

    @hl.function(table, "4x1xi64", "1xi64", name="main")
    def function(x, starts, sizes):
        return hl.dynamic_gather(
            x, starts, sizes, offset_dims=[1], collapsed_slice_dims=[], start_index_map=[0], index_vector_dim=1,
            result_type="4x?xf64",
        )  # fmt: skip

    x, starts = np.arange(6.0), np.array([0, 5, -3, 2])
    places = np.clip(starts, 0, 6 - size)[:, None] + np.arange(size)
    cotangents = np.arange(1.0, 4 * size + 1).reshape(4, size)
    wanted = np.zeros(6)
    np.add.at(wanted, places, cotangents)
    found, gradient = interpreter.run(hl.vjp(function), x, starts[:, None], np.array([size]), cotangents)
    np.testing.assert_array_equal(found, x[places])
    np.testing.assert_array_equal(gradient, wanted)
