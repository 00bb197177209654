// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// feature_groups_of_images: groups in a batch, with dimensions in another order
//   dynamic_conv: lhses = split(lhs, feature_group_count, input_feature_dimension)
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.dynamic-conv: XLA has no dynamic_conv
func.func @main() {
  %lhs = stablehlo.constant dense<[
      [
        [[-2, -1, 0], [1, 2, 3], [4, 5, 6], [7, 8, 9]],
        [[10, 11, 12], [13, 14, 15], [16, 17, 18], [19, 20, 21]]
      ],
      [
        [[22, 23, 24], [25, 26, 27], [28, 29, 30], [31, 32, 33]],
        [[34, 35, 36], [37, 38, 39], [40, 41, 42], [43, 44, 45]]
      ],
      [
        [[46, 47, 48], [49, 50, 51], [52, 53, 54], [55, 56, 57]],
        [[58, 59, 60], [61, 62, 63], [64, 65, 66], [67, 68, 69]]
      ],
      [
        [[70, 71, 72], [73, 74, 75], [76, 77, 78], [79, 80, 81]],
        [[82, 83, 84], [85, 86, 87], [88, 89, 90], [91, 92, 93]]
      ]
    ]> : tensor<4x2x4x3xi32>
  %rhs = stablehlo.constant dense<[
      [[[1, 2, 3], [4, 5, 6]], [[7, 8, 9], [10, 11, 12]]],
      [[[13, 14, 15], [16, 17, 18]], [[19, 20, 21], [22, 23, 24]]],
      [[[25, 26, 27], [28, 29, 30]], [[31, 32, 33], [34, 35, 36]]],
      [[[37, 38, 39], [40, 41, 42]], [[43, 44, 45], [46, 47, 48]]]
    ]> : tensor<4x2x2x3xi32>
  %padding = stablehlo.constant dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) {
    dimension_numbers = #stablehlo.conv<[f, b, 0, 1]x[o, i, 1, 0]->[0, f, 1, b]>,
    feature_group_count = 2 : i64,
    batch_group_count = 1 : i64
  } : (tensor<4x2x4x3xi32>, tensor<4x2x2x3xi32>, tensor<2x2xi64>) -> tensor<3x4x3x2xi32>
  %expected = stablehlo.constant dense<[
      [
        [[972, 1644], [1028, 1700], [444, 708]],
        [[2124, 3948], [2276, 4100], [1092, 1932]],
        [[15180, 18156], [15428, 18404], [7404, 8820]],
        [[20940, 25068], [21284, 25412], [10356, 12348]]
      ],
      [
        [[1518, 2454], [1596, 2532], [678, 1038]],
        [[3462, 6126], [3684, 6348], [1758, 2982]],
        [[22974, 27366], [23340, 27732], [11190, 13278]],
        [[31830, 37950], [32340, 38460], [15726, 18678]]
      ],
      [
        [[1752, 2688], [1830, 2766], [768, 1128]],
        [[4128, 6792], [4350, 7014], [2064, 3288]],
        [[24072, 28464], [24438, 28830], [11712, 13800]],
        [[33360, 39480], [33870, 39990], [16464, 19416]]
      ]
    ]> : tensor<3x4x3x2xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3x4x3x2xi32>, tensor<3x4x3x2xi32>) -> ()
  return
}
