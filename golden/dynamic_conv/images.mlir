// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// images: two spatial dimensions
//   dynamic_conv: result[result_shape(:, output_spatial_index, :)] = dot_product of the window and rhs
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.dynamic-conv: XLA has no dynamic_conv
func.func @main() {
  %lhs = stablehlo.constant dense<[[[[-2], [-1], [0], [1]], [[2], [3], [4], [5]], [[6], [7], [8], [9]]]]> : tensor<1x3x4x1xi32>
  %rhs = stablehlo.constant dense<[[[[1, 2]], [[3, 4]]], [[[5, 6]], [[7, 8]]]]> : tensor<2x2x1x2xi32>
  %padding = stablehlo.constant dense<0> : tensor<2x2xi64>
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) {
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64,
    batch_group_count = 1 : i64
  } : (tensor<1x3x4x1xi32>, tensor<2x2x1x2xi32>, tensor<2x2xi64>) -> tensor<1x2x3x2xi32>
  %expected = stablehlo.constant dense<[[[[26, 28], [42, 48], [58, 68]], [[90, 108], [106, 128], [122, 148]]]]> : tensor<1x2x3x2xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1x2x3x2xi32>, tensor<1x2x3x2xi32>) -> ()
  return
}
