// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// no_window_dims: every input dimension is inserted: a scatter of single elements
//   scatter.S1: update_scatter_dims = [d for d in axes(updates[0]) and d not in update_window_dims]
//   scatter.S10: update_window_index = update_index[update_window_dims...]
//   scatter.S11: full_window_index = [wi0, ..., 0, ..., wiN], 0 inserted at indices from inserted_window_dims
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<0> : tensor<3x4xi32>
  %scatter_indices = stablehlo.constant dense<[[[0, 0], [2, 3], [1, 2]], [[1, 0], [0, 3], [2, 2]]]> : tensor<2x3x2xi64>
  %updates = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<i32>, %new: tensor<i32>):
      %0 = stablehlo.add %old, %new : tensor<i32>
      stablehlo.return %0 : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0, 1],
      scatter_dims_to_operand_dims = [0, 1],
      index_vector_dim = 2>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<3x4xi32>, tensor<2x3x2xi64>, tensor<2x3xi32>) -> tensor<3x4xi32>
  %expected = stablehlo.constant dense<[[1, 0, 0, 5], [4, 0, 3, 0], [0, 0, 6, 2]]> : tensor<3x4xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3x4xi32>, tensor<3x4xi32>) -> ()
  return
}
