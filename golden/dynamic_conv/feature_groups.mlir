// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// feature_groups: each group of features on its own
//   dynamic_conv: lhses = split(lhs, feature_group_count, input_feature_dimension)
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.dynamic-conv: XLA has no dynamic_conv
func.func @main() {
  %lhs = stablehlo.constant dense<[[[-2, -1, 0, 1], [2, 3, 4, 5], [6, 7, 8, 9]]]> : tensor<1x3x4xi32>
  %rhs = stablehlo.constant dense<[
      [[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12]],
      [[13, 14, 15, 16, 17, 18], [19, 20, 21, 22, 23, 24]]
    ]> : tensor<2x2x6xi32>
  %padding = stablehlo.constant dense<0> : tensor<1x2xi64>
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) {
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 2 : i64,
    batch_group_count = 1 : i64
  } : (tensor<1x3x4xi32>, tensor<2x2x6xi32>, tensor<1x2xi64>) -> tensor<1x2x6xi32>
  %expected = stablehlo.constant dense<[[[74, 76, 78, 184, 194, 204], [234, 252, 270, 392, 418, 444]]]> : tensor<1x2x6xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1x2x6xi32>, tensor<1x2x6xi32>) -> ()
  return
}
