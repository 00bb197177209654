// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// batching_dim_before_index_vector_dim: a batching dimension of scatter_indices in front of index_vector_dim
//   scatter.S7: full_batching_index[d_input] = update_scatter_index[d_start] if d_input =
//     input_batching_dims[i_batching] and d_start = scatter_indices_batching_dims[i_batching], where d_start <
//     index_vector_dim
//   scatter.S12: full_window_index = [wi0, ..., 0, ..., wiN], 0 inserted at indices from input_batching_dims
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<0> : tensor<2x4xi32>
  %scatter_indices = stablehlo.constant dense<[[[0], [3], [1]], [[2], [0], [3]]]> : tensor<2x3x1xi64>
  %updates = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<i32>, %new: tensor<i32>):
      %0 = stablehlo.add %old, %new : tensor<i32>
      stablehlo.return %0 : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [1],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [0],
      scatter_dims_to_operand_dims = [1],
      index_vector_dim = 2>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x4xi32>, tensor<2x3x1xi64>, tensor<2x3xi32>) -> tensor<2x4xi32>
  %expected = stablehlo.constant dense<[[1, 3, 0, 2], [5, 0, 4, 6]]> : tensor<2x4xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x4xi32>, tensor<2x4xi32>) -> ()
  return
}
