// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// dimensions_permuted: spatial dimensions in any order
//   dynamic_conv: dimension_numbers: lhs_shape, rhs and result_shape are permuted by them
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.dynamic-conv: XLA has no dynamic_conv
func.func @main() {
  %lhs = stablehlo.constant dense<[
      [[[-2, -1, 0], [1, 2, 3]]],
      [[[4, 5, 6], [7, 8, 9]]],
      [[[10, 11, 12], [13, 14, 15]]],
      [[[16, 17, 18], [19, 20, 21]]]
    ]> : tensor<4x1x2x3xi32>
  %rhs = stablehlo.constant dense<[[[[1, 2], [3, 4], [5, 6]]], [[[7, 8], [9, 10], [11, 12]]]]> : tensor<2x1x3x2xi32>
  %padding = stablehlo.constant dense<0> : tensor<2x2xi64>
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) {
    dimension_numbers = #stablehlo.conv<[1, b, f, 0]x[0, o, 1, i]->[f, 1, 0, b]>,
    feature_group_count = 1 : i64,
    batch_group_count = 1 : i64
  } : (tensor<4x1x2x3xi32>, tensor<2x1x3x2xi32>, tensor<2x2xi64>) -> tensor<1x2x2x1xi32>
  %expected = stablehlo.constant dense<[[[[591], [669]], [[1059], [1137]]]]> : tensor<1x2x2x1xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1x2x2x1xi32>, tensor<1x2x2x1xi32>) -> ()
  return
}
