// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// two_batching_dims: two batching dimensions, in the same order in inputs and scatter_indices
//   scatter.S7: full_batching_index[d_input] = update_scatter_index[d_start] if d_input =
//     input_batching_dims[i_batching] and d_start = scatter_indices_batching_dims[i_batching], where d_start <
//     index_vector_dim
//   scatter.S12: full_window_index = [wi0, ..., 0, ..., wiN], 0 inserted at indices from input_batching_dims
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<0> : tensor<2x3x4xi32>
  %scatter_indices = stablehlo.constant dense<[[[[0], [1]], [[2], [3]], [[1], [0]]], [[[3], [0]], [[0], [1]], [[1], [2]]]]> : tensor<2x3x2x1xi64>
  %updates = stablehlo.constant dense<[[[1, 2], [3, 4], [5, 6]], [[7, 8], [9, 10], [11, 12]]]> : tensor<2x3x2xi32>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<i32>, %new: tensor<i32>):
      %0 = stablehlo.add %old, %new : tensor<i32>
      stablehlo.return %0 : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [2],
      input_batching_dims = [0, 1],
      scatter_indices_batching_dims = [0, 1],
      scatter_dims_to_operand_dims = [2],
      index_vector_dim = 3>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x3x4xi32>, tensor<2x3x2x1xi64>, tensor<2x3x2xi32>) -> tensor<2x3x4xi32>
  %expected = stablehlo.constant dense<[
      [[1, 2, 0, 0], [0, 0, 3, 4], [6, 5, 0, 0]],
      [[8, 0, 0, 7], [9, 10, 0, 0], [0, 11, 12, 0]]
    ]> : tensor<2x3x4xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x3x4xi32>, tensor<2x3x4xi32>) -> ()
  return
}
