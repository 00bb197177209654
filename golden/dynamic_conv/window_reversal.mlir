// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// window_reversal: one spatial dimension reversed
//   dynamic_conv: reversed_lhs_window = reverse(lhs_window, [input_spatial_dimensions[dim] ... if
//     window_reversal[dim]])
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.dynamic-conv: XLA has no dynamic_conv
func.func @main() {
  %lhs = stablehlo.constant dense<[[[[-2], [-1], [0]], [[1], [2], [3]], [[4], [5], [6]]]]> : tensor<1x3x3x1xi32>
  %rhs = stablehlo.constant dense<[[[[1]], [[2]]], [[[3]], [[4]]]]> : tensor<2x2x1x1xi32>
  %padding = stablehlo.constant dense<0> : tensor<2x2xi64>
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) {
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64,
    batch_group_count = 1 : i64,
    window_reversal = array<i1: false, true>
  } : (tensor<1x3x3x1xi32>, tensor<2x2x1x1xi32>, tensor<2x2xi64>) -> tensor<1x2x2x1xi32>
  %expected = stablehlo.constant dense<[[[[5], [15]], [[35], [45]]]]> : tensor<1x2x2x1xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1x2x2x1xi32>, tensor<1x2x2x1xi32>) -> ()
  return
}
