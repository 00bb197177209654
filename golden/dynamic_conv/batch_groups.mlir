// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// batch_groups: each group of the batch on its own
//   dynamic_conv: lhses = split(lhs, batch_group_count, input_batch_dimension)
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.dynamic-conv: XLA has no dynamic_conv
func.func @main() {
  %lhs = stablehlo.constant dense<[
      [[-2, -1], [0, 1], [2, 3]],
      [[4, 5], [6, 7], [8, 9]],
      [[10, 11], [12, 13], [14, 15]],
      [[16, 17], [18, 19], [20, 21]]
    ]> : tensor<4x3x2xi32>
  %rhs = stablehlo.constant dense<[[[1, 2, 3, 4], [5, 6, 7, 8]], [[9, 10, 11, 12], [13, 14, 15, 16]]]> : tensor<2x2x4xi32>
  %padding = stablehlo.constant dense<0> : tensor<1x2xi64>
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) {
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 1 : i64,
    batch_group_count = 2 : i64
  } : (tensor<4x3x2xi32>, tensor<2x2x4xi32>, tensor<1x2xi64>) -> tensor<2x2x4xi32>
  %expected = stablehlo.constant dense<[
      [[6, 4, 434, 480], [62, 68, 506, 560]],
      [[174, 196, 650, 720], [230, 260, 722, 800]]
    ]> : tensor<2x2x4xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x2x4xi32>, tensor<2x2x4xi32>) -> ()
  return
}
