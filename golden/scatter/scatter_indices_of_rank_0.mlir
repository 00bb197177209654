// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// scatter_indices_of_rank_0: scatter_indices is a single number and index_vector_dim = rank(scatter_indices) = 0
//   scatter.S4: start_index = [scatter_indices[update_scatter_index]] otherwise
//   scatter.S2: update_scatter_index = update_index[update_scatter_dims...]
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<0> : tensor<4x2xi32>
  %scatter_indices = stablehlo.constant dense<2> : tensor<i64>
  %updates = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<i32>, %new: tensor<i32>):
      %0 = stablehlo.add %old, %new : tensor<i32>
      stablehlo.return %0 : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [0],
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 0>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<4x2xi32>, tensor<i64>, tensor<2xi32>) -> tensor<4x2xi32>
  %expected = stablehlo.constant dense<[[0, 0], [0, 0], [1, 2], [0, 0]]> : tensor<4x2xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4x2xi32>, tensor<4x2xi32>) -> ()
  return
}
