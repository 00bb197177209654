// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// everything: two of each kind of dimensions, in any order
//   dot_general: result_batching_index + result_lhs_index + result_rhs_index = result_index
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[
      [
        [
          [[[-9, -8, -7], [-6, -5, -4]], [[-3, -2, -1], [0, 1, 2]]],
          [[[3, 4, 5], [6, 7, 8]], [[9, 10, 11], [12, 13, 14]]]
        ],
        [
          [[[15, 16, 17], [18, 19, 20]], [[21, 22, 23], [24, 25, 26]]],
          [[[27, 28, 29], [30, 31, 32]], [[33, 34, 35], [36, 37, 38]]]
        ],
        [
          [[[39, 40, 41], [42, 43, 44]], [[45, 46, 47], [48, 49, 50]]],
          [[[51, 52, 53], [54, 55, 56]], [[57, 58, 59], [60, 61, 62]]]
        ]
      ],
      [
        [
          [[[63, 64, 65], [66, 67, 68]], [[69, 70, 71], [72, 73, 74]]],
          [[[75, 76, 77], [78, 79, 80]], [[81, 82, 83], [84, 85, 86]]]
        ],
        [
          [[[87, 88, 89], [90, 91, 92]], [[93, 94, 95], [96, 97, 98]]],
          [[[99, 100, 101], [102, 103, 104]], [[105, 106, 107], [108, 109, 110]]]
        ],
        [
          [[[111, 112, 113], [114, 115, 116]], [[117, 118, 119], [120, 121, 122]]],
          [[[123, 124, 125], [126, 127, 128]], [[129, 130, 131], [132, 133, 134]]]
        ]
      ]
    ]> : tensor<2x3x2x2x2x3xi32>
  %rhs = stablehlo.constant dense<[
      [
        [[[-7, -6], [-5, -4], [-3, -2]], [[-1, 0], [1, 2], [3, 4]]],
        [[[5, 6], [7, 8], [9, 10]], [[11, 12], [13, 14], [15, 16]]]
      ],
      [
        [[[17, 18], [19, 20], [21, 22]], [[23, 24], [25, 26], [27, 28]]],
        [[[29, 30], [31, 32], [33, 34]], [[35, 36], [37, 38], [39, 40]]]
      ],
      [
        [[[41, 42], [43, 44], [45, 46]], [[47, 48], [49, 50], [51, 52]]],
        [[[53, 54], [55, 56], [57, 58]], [[59, 60], [61, 62], [63, 64]]]
      ]
    ]> : tensor<3x2x2x3x2xi32>
  %result = "stablehlo.dot_general"(%lhs, %rhs) {
    dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [1, 2], rhs_batching_dimensions = [0, 1], lhs_contracting_dimensions = [5, 3], rhs_contracting_dimensions = [3, 2]>
  } : (tensor<2x3x2x2x2x3xi32>, tensor<3x2x2x3x2xi32>) -> tensor<3x2x2x2x2xi32>
  %expected = stablehlo.constant dense<[
      [
        [[[122, 92], [86, 74]], [[-742, -340], [-778, -358]]],
        [[[482, 524], [662, 722]], [[4802, 5276], [4982, 5474]]]
      ],
      [
        [[[2570, 2684], [2966, 3098]], [[12074, 12620], [12470, 13034]]],
        [[[6386, 6572], [6998, 7202]], [[21074, 21692], [21686, 22322]]]
      ],
      [
        [[[11930, 12188], [12758, 13034]], [[31802, 32492], [32630, 33338]]],
        [[[19202, 19532], [20246, 20594]], [[44258, 45020], [45302, 46082]]]
      ]
    ]> : tensor<3x2x2x2x2xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3x2x2x2x2xi32>, tensor<3x2x2x2x2xi32>) -> ()
  return
}
