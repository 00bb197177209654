// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// body_max_of_signed_zeros: -0.0 is less than 0.0
//   scatter.I12-floats: update_computation: minimum, maximum and multiply, of zeros of both signs and NaN
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.constant-zeros-reduced: XLA takes zeros of either sign for equal where it reduces or
//     scatters constants
func.func @main() {
  %inputs = stablehlo.constant dense<[0.0, 0.0, 0x80000000, 0x80000000, 0x80000000, 1.5]> : tensor<6xf32>
  %scatter_indices = stablehlo.constant dense<[0, 1, 2, 3, 4, 5, 4]> : tensor<7xi64>
  %updates = stablehlo.constant dense<[0x80000000, 0.0, 0.0, 0x80000000, 0.0, -2.0, 0x80000000]> : tensor<7xf32>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<f32>, %new: tensor<f32>):
      %0 = stablehlo.maximum %old, %new : tensor<f32>
      stablehlo.return %0 : tensor<f32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<6xf32>, tensor<7xi64>, tensor<7xf32>) -> tensor<6xf32>
  %result_bits = stablehlo.bitcast_convert %result : (tensor<6xf32>) -> tensor<6xui32>
  %expected = stablehlo.constant dense<[0, 0, 0, 2147483648, 0, 1069547520]> : tensor<6xui32>
  stablehlo.custom_call @check.expect_eq(%result_bits, %expected) {has_side_effect = true} : (tensor<6xui32>, tensor<6xui32>) -> ()
  return
}
