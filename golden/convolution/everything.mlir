// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// everything: strides, padding and both dilations, reversed
//   convolution: result[result_shape(:, output_spatial_index, :)] = dot_product of the window and rhs
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[
      [
        [[-2, -1], [0, 1], [2, 3], [4, 5], [6, 7]],
        [[8, 9], [10, 11], [12, 13], [14, 15], [16, 17]],
        [[18, 19], [20, 21], [22, 23], [24, 25], [26, 27]],
        [[28, 29], [30, 31], [32, 33], [34, 35], [36, 37]]
      ]
    ]> : tensor<1x4x5x2xi32>
  %rhs = stablehlo.constant dense<[
      [[[1, 2], [3, 4]], [[5, 6], [7, 8]], [[9, 10], [11, 12]]],
      [[[13, 14], [15, 16]], [[17, 18], [19, 20]], [[21, 22], [23, 24]]]
    ]> : tensor<2x3x2x2xi32>
  %result = "stablehlo.convolution"(%lhs, %rhs) {
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64,
    batch_group_count = 1 : i64,
    window_strides = array<i64: 2, 1>,
    padding = dense<[[1, 2], [-1, 3]]> : tensor<2x2xi64>,
    lhs_dilation = array<i64: 2, 1>,
    rhs_dilation = array<i64: 1, 2>,
    window_reversal = array<i1: true, true>
  } : (tensor<1x4x5x2xi32>, tensor<2x3x2x2xi32>) -> tensor<1x5x3x2xi32>
  %expected = stablehlo.constant dense<[
      [
        [[66, 76], [130, 148], [91, 100]],
        [[386, 436], [450, 508], [291, 320]],
        [[706, 796], [770, 868], [491, 540]],
        [[1026, 1156], [1090, 1228], [691, 760]],
        [[0, 0], [0, 0], [0, 0]]
      ]
    ]> : tensor<1x5x3x2xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1x5x3x2xi32>, tensor<1x5x3x2xi32>) -> ()
  return
}
