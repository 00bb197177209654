// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// infinities_and_nan: NaN of an infinity times 0, and of NaN
//   dot_general: result[result_index] = dot_product: the sum of the products over the contracting dimensions
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[[0x7F800000, 1.0], [0x7FC00000, 1.0], [0xFF800000, 0x7F800000]]> : tensor<3x2xf32>
  %rhs = stablehlo.constant dense<[[0.0, 1.0], [1.0, 1.0]]> : tensor<2x2xf32>
  %result = "stablehlo.dot_general"(%lhs, %rhs) {
    dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>
  } : (tensor<3x2xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
  %expected = stablehlo.constant dense<[[0x7FC00000, 0x7F800000], [0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000]]> : tensor<3x2xf32>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<3x2xf32>, tensor<3x2xf32>
  return
}
