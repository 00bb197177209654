// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// infinities_and_nan: NaN of an infinity times 0, and of NaN
//   convolution: result[result_shape(:, output_spatial_index, :)] = dot_product of the window and rhs
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[[[0x7F800000], [1.0], [0x7FC00000], [2.0]]]> : tensor<1x4x1xf32>
  %rhs = stablehlo.constant dense<[[[0.0]], [[1.0]]]> : tensor<2x1x1xf32>
  %result = "stablehlo.convolution"(%lhs, %rhs) {
    padding = dense<[[0, 0]]> : tensor<1x2xi64>,
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 1 : i64,
    batch_group_count = 1 : i64
  } : (tensor<1x4x1xf32>, tensor<2x1x1xf32>) -> tensor<1x3x1xf32>
  %expected = stablehlo.constant dense<0x7FC00000> : tensor<1x3x1xf32>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<1x3x1xf32>, tensor<1x3x1xf32>
  return
}
