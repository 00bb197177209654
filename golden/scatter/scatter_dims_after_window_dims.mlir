// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// scatter_dims_after_window_dims: scatter dimensions stand where update_window_dims leaves room: here at the end
//   scatter.S1: update_scatter_dims = [d for d in axes(updates[0]) and d not in update_window_dims]
//   scatter.S2: update_scatter_index = update_index[update_scatter_dims...]
//   scatter.S10: update_window_index = update_index[update_window_dims...]
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<0> : tensor<5x3xi32>
  %scatter_indices = stablehlo.constant dense<[[3, 0], [1, 4]]> : tensor<2x2xi64>
  %updates = stablehlo.constant dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]], [[9, 10], [11, 12]]]> : tensor<3x2x2xi32>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<i32>, %new: tensor<i32>):
      %0 = stablehlo.add %old, %new : tensor<i32>
      stablehlo.return %0 : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [0],
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 2>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<5x3xi32>, tensor<2x2xi64>, tensor<3x2x2xi32>) -> tensor<5x3xi32>
  %expected = stablehlo.constant dense<[[2, 6, 10], [3, 7, 11], [0, 0, 0], [1, 5, 9], [4, 8, 12]]> : tensor<5x3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5x3xi32>, tensor<5x3xi32>) -> ()
  return
}
