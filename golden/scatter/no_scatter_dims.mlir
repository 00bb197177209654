// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// no_scatter_dims: one index vector and no scatter dimension: a dynamic_update_slice
//   scatter.S1: update_scatter_dims = [d for d in axes(updates[0]) and d not in update_window_dims]
//   scatter.S2: update_scatter_index = update_index[update_scatter_dims...]
//   scatter.S3: start_index = scatter_indices[si0, ..., :, ..., siN], : inserted at the index_vector_dim index, if
//     index_vector_dim < rank(scatter_indices)
//   scatter.S10: update_window_index = update_index[update_window_dims...]
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<0> : tensor<4x5xi32>
  %scatter_indices = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %updates = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<i32>, %new: tensor<i32>):
      stablehlo.return %new : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [0, 1],
      scatter_dims_to_operand_dims = [0, 1],
      index_vector_dim = 0>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<4x5xi32>, tensor<2xi64>, tensor<2x3xi32>) -> tensor<4x5xi32>
  %expected = stablehlo.constant dense<[[0, 0, 0, 0, 0], [0, 0, 1, 2, 3], [0, 0, 4, 5, 6], [0, 0, 0, 0, 0]]> : tensor<4x5xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4x5xi32>, tensor<4x5xi32>) -> ()
  return
}
