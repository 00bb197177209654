// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// batching_dimension_in_the_middle: it comes first in the result
//   dot_general: result_batching_index + result_lhs_index + result_rhs_index = result_index
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[[[1, 2], [3, 4], [5, 6]], [[7, 8], [9, 10], [11, 12]]]> : tensor<2x3x2xi32>
  %rhs = stablehlo.constant dense<[
      [[-4, -3, -2, -1], [0, 1, 2, 3]],
      [[4, 5, 6, 7], [8, 9, 10, 11]],
      [[12, 13, 14, 15], [16, 17, 18, 19]]
    ]> : tensor<3x2x4xi32>
  %result = "stablehlo.dot_general"(%lhs, %rhs) {
    dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [1], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [1]>
  } : (tensor<2x3x2xi32>, tensor<3x2x4xi32>) -> tensor<3x2x4xi32>
  %expected = stablehlo.constant dense<[
      [[-4, 4, 12, 20], [-8, 2, 12, 22]],
      [[84, 96, 108, 120], [96, 110, 124, 138]],
      [[236, 252, 268, 284], [264, 282, 300, 318]]
    ]> : tensor<3x2x4xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3x2x4xi32>, tensor<3x2x4xi32>) -> ()
  return
}
