// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// features: the sum is over the input features as well
//   dynamic_conv: result[result_shape(:, output_spatial_index, :)] = dot_product of the window and rhs
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.dynamic-conv: XLA has no dynamic_conv
func.func @main() {
  %lhs = stablehlo.constant dense<[[[-2, -1], [0, 1], [2, 3], [4, 5]], [[6, 7], [8, 9], [10, 11], [12, 13]]]> : tensor<2x4x2xi32>
  %rhs = stablehlo.constant dense<[[[1, 2, 3], [4, 5, 6]], [[7, 8, 9], [10, 11, 12]]]> : tensor<2x2x3xi32>
  %padding = stablehlo.constant dense<0> : tensor<1x2xi64>
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) {
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 1 : i64,
    batch_group_count = 1 : i64
  } : (tensor<2x4x2xi32>, tensor<2x2x3xi32>, tensor<1x2xi64>) -> tensor<2x3x3xi32>
  %expected = stablehlo.constant dense<[
      [[4, 2, 0], [48, 54, 60], [92, 106, 120]],
      [[180, 210, 240], [224, 262, 300], [268, 314, 360]]
    ]> : tensor<2x3x3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x3x3xi32>, tensor<2x3x3xi32>) -> ()
  return
}
