// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// batching_dim_between_index_vector_dim_and_another: behind index_vector_dim, scatter_indices dimension 1 is
//     scatter dimension 0, and not 1
//   scatter.S8: full_batching_index[d_input] = update_scatter_index[d_start - 1] if d_input =
//     input_batching_dims[i_batching] and d_start = scatter_indices_batching_dims[i_batching], where d_start >
//     index_vector_dim
//   scatter.S2: update_scatter_index = update_index[update_scatter_dims...]
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<0> : tensor<3x4xi32>
  %scatter_indices = stablehlo.constant dense<[[[0, 3], [1, 1], [2, 0]]]> : tensor<1x3x2xi64>
  %updates = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<i32>, %new: tensor<i32>):
      %0 = stablehlo.add %old, %new : tensor<i32>
      stablehlo.return %0 : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [1],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [1],
      scatter_dims_to_operand_dims = [1],
      index_vector_dim = 0>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<3x4xi32>, tensor<1x3x2xi64>, tensor<3x2xi32>) -> tensor<3x4xi32>
  %expected = stablehlo.constant dense<[[1, 0, 0, 2], [0, 7, 0, 0], [6, 0, 5, 0]]> : tensor<3x4xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3x4xi32>, tensor<3x4xi32>) -> ()
  return
}
