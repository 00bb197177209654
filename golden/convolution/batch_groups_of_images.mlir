// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// batch_groups_of_images: groups of the batch, with dimensions in another order and strides
//   convolution: lhses = split(lhs, batch_group_count, input_batch_dimension)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[
      [
        [[-2, -1, 0], [1, 2, 3], [4, 5, 6], [7, 8, 9]],
        [[10, 11, 12], [13, 14, 15], [16, 17, 18], [19, 20, 21]],
        [[22, 23, 24], [25, 26, 27], [28, 29, 30], [31, 32, 33]],
        [[34, 35, 36], [37, 38, 39], [40, 41, 42], [43, 44, 45]]
      ],
      [
        [[46, 47, 48], [49, 50, 51], [52, 53, 54], [55, 56, 57]],
        [[58, 59, 60], [61, 62, 63], [64, 65, 66], [67, 68, 69]],
        [[70, 71, 72], [73, 74, 75], [76, 77, 78], [79, 80, 81]],
        [[82, 83, 84], [85, 86, 87], [88, 89, 90], [91, 92, 93]]
      ]
    ]> : tensor<2x4x4x3xi32>
  %rhs = stablehlo.constant dense<[
      [[[1, 2, 3, 4], [5, 6, 7, 8]], [[9, 10, 11, 12], [13, 14, 15, 16]]],
      [[[17, 18, 19, 20], [21, 22, 23, 24]], [[25, 26, 27, 28], [29, 30, 31, 32]]]
    ]> : tensor<2x2x2x4xi32>
  %result = "stablehlo.convolution"(%lhs, %rhs) {
    dimension_numbers = #stablehlo.conv<[f, b, 0, 1]x[0, i, 1, o]->[b, f, 0, 1]>,
    feature_group_count = 1 : i64,
    batch_group_count = 2 : i64,
    window_strides = array<i64: 2, 1>,
    padding = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>
  } : (tensor<2x4x4x3xi32>, tensor<2x2x2x4xi32>) -> tensor<2x4x2x3xi32>
  %expected = stablehlo.constant dense<[
      [
        [[2030, 3752, 3872], [2438, 4472, 4592]],
        [[2124, 3944, 4072], [2556, 4712, 4840]],
        [[4042, 7400, 7536], [4498, 8216, 8352]],
        [[4232, 7784, 7928], [4712, 8648, 8792]]
      ],
      [
        [[2846, 5192, 5312], [3254, 5912, 6032]],
        [[2988, 5480, 5608], [3420, 6248, 6376]],
        [[4954, 9032, 9168], [5410, 9848, 9984]],
        [[5192, 9512, 9656], [5672, 10376, 10520]]
      ]
    ]> : tensor<2x4x2x3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x4x2x3xi32>, tensor<2x4x2x3xi32>) -> ()
  return
}
