// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// padding_of_a_dilated_input: padding beside, and cut from, an input that is spread out
//   dynamic_conv: padded_lhs = pad(lhs, padding_value, ...)
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.dynamic-conv: XLA has no dynamic_conv
func.func @main() {
  %lhs = stablehlo.constant dense<[[[-2], [-1], [0]]]> : tensor<1x3x1xi32>
  %rhs = stablehlo.constant dense<[[[1]], [[2]]]> : tensor<2x1x1xi32>
  %padding = stablehlo.constant dense<[[-2, 2]]> : tensor<1x2xi64>
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) {
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 1 : i64,
    batch_group_count = 1 : i64,
    lhs_dilation = array<i64: 3>
  } : (tensor<1x3x1xi32>, tensor<2x1x1xi32>, tensor<1x2xi64>) -> tensor<1x6x1xi32>
  %expected = stablehlo.constant dense<[[[-2], [-1], [0], [0], [0], [0]]]> : tensor<1x6x1xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1x6x1xi32>, tensor<1x6x1xi32>) -> ()
  return
}
