"""Programs that upstream's verifier lets through although they make no sense: an error says what is wrong with them."""

import pytest

import interpreter
from hlogen.errors import ExecutionError

WINDOW = """func.func @main(%x: tensor<5xf32>) -> tensor<4xf32> {
  %init = stablehlo.constant dense<-2.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %init) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %1 : tensor<f32>
  }) {window_dimensions = array<i64: 9223372036854775808>} : (tensor<5xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}"""
RNG = """func.func @main(%shape: tensor<1xi64>) -> tensor<?xf32> {
  %a = stablehlo.constant dense<0.0> : tensor<f32>
  %b = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = "stablehlo.rng"(%a, %b, %shape) {rng_distribution = #stablehlo<rng_distribution NORMAL>}
    : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}"""
DYNAMIC_WINDOW = """func.func @main(%x: tensor<4xi32>, %two: tensor<1x1xi32>, %padding: tensor<1x2xi32>)
    -> tensor<?xi32> {
  %init = stablehlo.constant dense<0> : tensor<i32>
  %ones = stablehlo.constant dense<1> : tensor<1xi32>
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %init, %two, %ones, %ones, %ones, %padding)
    {called_computations = [@sum]} : (tensor<4xi32>, tensor<i32>, tensor<1x1xi32>, tensor<1xi32>, tensor<1xi32>,
    tensor<1xi32>, tensor<1x2xi32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}
func.func private @sum(%a: tensor<i32>, %b: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.add %a, %b : tensor<i32>
  return %0 : tensor<i32>
}"""


@pytest.mark.parametrize(
    ("program", "arguments", "wrong"),
    [
        (WINDOW, [[1.0] * 5], r"window_dimensions is \[-9223372036854775808\], and each of them has to be positive"),
        (RNG, [[-1]], r"the shape is \[-1\], and no size can be negative"),
        (
            DYNAMIC_WINDOW.replace("%two: tensor<1x1xi32>", "%two: !stablehlo.token").replace(
                "tensor<i32>, tensor<1x1xi32>", "tensor<i32>, !stablehlo.token"
            ),
            [[1, 2, 3, 4], None, [[0, 0]]],
            r"@stablehlo\.dynamic_reduce_window takes tensors, and not !stablehlo\.token",
        ),
        (DYNAMIC_WINDOW, [[1, 2, 3, 4], [[2]], [[0, 0]]], "windows of 1 dimensions need 1 positive sizes"),
    ],
    ids=[
        "a window of a negative size",
        "random numbers of a negative shape",
        "a token for sizes",
        "sizes of windows in a matrix",
    ],
)
def test_it_is_refused(program, arguments, wrong):
    with pytest.raises(ExecutionError, match=wrong):
        interpreter.run(program, *arguments)


def test_shapes_that_a_routine_refuses():
    program = """func.func @main(%a: tensor<3x2xf32>, %t: tensor<0xf32>, %c: tensor<3x2xf32>) -> tensor<3x2xf32> {
      %0 = stablehlo.custom_call @lapack_sormqr_ffi(%a, %t, %c) {mhlo.backend_config = {left = true, transpose = false}}
        : (tensor<3x2xf32>, tensor<0xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
      return %0 : tensor<3x2xf32>
    }"""
    matrix = [[1.0, 2.0]] * 3
    with pytest.raises(ExecutionError, match=r"the routine refuses arrays of the shapes \[3, 2\], \[0\], \[3, 2\]"):
        interpreter.run(program, matrix, [], matrix)


def test_one_bit_indices_are_sanitized():
    program = """func.func @main(%x: tensor<2xi32>, %at: tensor<1xi1>, %update: tensor<i32>) -> tensor<2xi32> {
      %0 = "stablehlo.scatter"(%x, %at, %update) ({
      ^bb0(%old: tensor<i32>, %new: tensor<i32>):
        stablehlo.return %new : tensor<i32>
      }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0],
          index_vector_dim = 0>} : (tensor<2xi32>, tensor<1xi1>, tensor<i32>) -> tensor<2xi32>
      return %0 : tensor<2xi32>
    }"""
    (result,) = interpreter.run(program, [5, 6], [True], 7, sanitize=True)
    assert result.tolist() == [5, 7]
