// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/chlo.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// ragged_dot: rows of each group times the group's matrix
//   chlo.ragged_dot: the rows of group i times rhs[i]
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.ragged-dot: XLA CPU has no code for ragged products
func.func @main() {
  %lhs = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0], [9.0, 10.0]]> : tensor<5x2xf32>
  %rhs = stablehlo.constant dense<[[[0.0, 1.0], [2.0, 3.0]], [[4.0, 5.0], [6.0, 7.0]], [[8.0, 9.0], [10.0, 11.0]]]> : tensor<3x2x2xf32>
  %group_sizes = stablehlo.constant dense<[2, 0, 3]> : tensor<3xi64>
  %result = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) {
    ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>
  } : (tensor<5x2xf32>, tensor<3x2x2xf32>, tensor<3xi64>) -> tensor<5x2xf32>
  %expected = stablehlo.constant dense<[[4.0, 7.0], [8.0, 15.0], [100.0, 111.0], [136.0, 151.0], [172.0, 191.0]]> : tensor<5x2xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5x2xf32>, tensor<5x2xf32>) -> ()
  return
}
