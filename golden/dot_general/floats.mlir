// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// floats: sums that are exact in any order
//   dot_general: result[result_index] = dot_product: the sum of the products over the contracting dimensions
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[[0.5, 1.5, -2.0], [4.0, 0.25, 8.0]]> : tensor<2x3xf32>
  %rhs = stablehlo.constant dense<[[1.0, 2.0], [-4.0, 0.5], [0.25, 1.0]]> : tensor<3x2xf32>
  %result = "stablehlo.dot_general"(%lhs, %rhs) {
    dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>
  } : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  %expected = stablehlo.constant dense<[[-6.0, -0.25], [5.0, 16.125]]> : tensor<2x2xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x2xf32>, tensor<2x2xf32>) -> ()
  return
}
