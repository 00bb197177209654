// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// features_first: batch, feature, spatial
//   convolution: dimension_numbers: lhs_shape, rhs and result_shape are permuted by them
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[[[-2, -1, 0, 1], [2, 3, 4, 5]], [[6, 7, 8, 9], [10, 11, 12, 13]]]> : tensor<2x2x4xi32>
  %rhs = stablehlo.constant dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]], [[9, 10], [11, 12]]]> : tensor<3x2x2xi32>
  %result = "stablehlo.convolution"(%lhs, %rhs) {
    dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>,
    feature_group_count = 1 : i64,
    batch_group_count = 1 : i64,
    padding = dense<[[0, 0]]> : tensor<1x2xi64>
  } : (tensor<2x2x4xi32>, tensor<3x2x2xi32>) -> tensor<2x3x3xi32>
  %expected = stablehlo.constant dense<[
      [[14, 24, 34], [22, 48, 74], [30, 72, 114]],
      [[94, 104, 114], [230, 256, 282], [366, 408, 450]]
    ]> : tensor<2x3x3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x3x3xi32>, tensor<2x3x3xi32>) -> ()
  return
}
