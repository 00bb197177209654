// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/chlo.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// ragged_dot_of_empty_groups: the first group and the last are empty
//   chlo.ragged_dot: the rows of group i times rhs[i]
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.ragged-dot: XLA CPU has no code for ragged products
func.func @main() {
  %lhs = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %rhs = stablehlo.constant dense<[
      [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]],
      [[6.0, 7.0, 8.0], [9.0, 10.0, 11.0]],
      [[12.0, 13.0, 14.0], [15.0, 16.0, 17.0]],
      [[18.0, 19.0, 20.0], [21.0, 22.0, 23.0]]
    ]> : tensor<4x2x3xf32>
  %group_sizes = stablehlo.constant dense<[0, 1, 2, 0]> : tensor<4xi64>
  %result = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) {
    ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>
  } : (tensor<3x2xf32>, tensor<4x2x3xf32>, tensor<4xi64>) -> tensor<3x3xf32>
  %expected = stablehlo.constant dense<[[24.0, 27.0, 30.0], [96.0, 103.0, 110.0], [150.0, 161.0, 172.0]]> : tensor<3x3xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3x3xf32>, tensor<3x3xf32>) -> ()
  return
}
