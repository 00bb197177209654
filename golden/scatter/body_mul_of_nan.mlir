// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// body_mul_of_nan: a NaN stays, whichever argument it was
//   scatter.I12-floats: update_computation: minimum, maximum and multiply, of zeros of both signs and NaN
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[0x7FC00000, 1.0, 2.0, -1.0, 3.0, 0x7FC00000]> : tensor<6xf32>
  %scatter_indices = stablehlo.constant dense<[0, 1, 2, 3, 4, 5, 4]> : tensor<7xi64>
  %updates = stablehlo.constant dense<[5.0, 0x7FC00000, 0xFF800000, 4.0, 0x7F800000, 0x7FC00000, 0x7FC00000]> : tensor<7xf32>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<f32>, %new: tensor<f32>):
      %0 = stablehlo.multiply %old, %new : tensor<f32>
      stablehlo.return %0 : tensor<f32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<6xf32>, tensor<7xi64>, tensor<7xf32>) -> tensor<6xf32>
  %expected = stablehlo.constant dense<[0x7FC00000, 0x7FC00000, 0xFF800000, -4.0, 0x7FC00000, 0x7FC00000]> : tensor<6xf32>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<6xf32>, tensor<6xf32>
  return
}
