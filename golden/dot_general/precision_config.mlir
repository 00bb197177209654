// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// precision_config: exact sums are the same at any precision
//   dot_general: result[result_index] = dot_product: the sum of the products over the contracting dimensions
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[[0.5, 1.5, -2.0], [4.0, 0.25, 8.0]]> : tensor<2x3xf32>
  %rhs = stablehlo.constant dense<[[1.0], [2.0], [4.0]]> : tensor<3x1xf32>
  %result = "stablehlo.dot_general"(%lhs, %rhs) {
    dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>,
    precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>]
  } : (tensor<2x3xf32>, tensor<3x1xf32>) -> tensor<2x1xf32>
  %expected = stablehlo.constant dense<[[-4.5], [36.5]]> : tensor<2x1xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x1xf32>, tensor<2x1xf32>) -> ()
  return
}
