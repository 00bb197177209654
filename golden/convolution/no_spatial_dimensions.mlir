// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// no_spatial_dimensions: a product of matrices
//   convolution: result[result_shape(:, output_spatial_index, :)] = dot_product of the window and rhs
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[[-2, -1, 0], [1, 2, 3]]> : tensor<2x3xi32>
  %rhs = stablehlo.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]> : tensor<3x4xi32>
  %result = "stablehlo.convolution"(%lhs, %rhs) {
    dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>,
    feature_group_count = 1 : i64,
    batch_group_count = 1 : i64
  } : (tensor<2x3xi32>, tensor<3x4xi32>) -> tensor<2x4xi32>
  %expected = stablehlo.constant dense<[[-7, -10, -13, -16], [38, 44, 50, 56]]> : tensor<2x4xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x4xi32>, tensor<2x4xi32>) -> ()
  return
}
