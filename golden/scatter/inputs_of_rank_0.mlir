// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// inputs_of_rank_0: inputs of rank 0: every update meets their only element
//   scatter.C19-empty: size(scatter_dims_to_operand_dims) = dim(scatter_indices, index_vector_dim) = 0: an empty
//     index vector
//   scatter.S13: result_index = full_start_index + full_batching_index + full_window_index
//   scatter.S14: exec([update_index, ...], results) = exec([...], updated_results): later updates of one element
//     see the earlier ones, in any schedule
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<7> : tensor<i32>
  %scatter_indices = stablehlo.constant dense<> : tensor<2x3x0xi64>
  %updates = stablehlo.constant dense<[[10, 20, 30], [40, 50, 60]]> : tensor<2x3xi32>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<i32>, %new: tensor<i32>):
      %0 = stablehlo.add %old, %new : tensor<i32>
      stablehlo.return %0 : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      index_vector_dim = 2>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<i32>, tensor<2x3x0xi64>, tensor<2x3xi32>) -> tensor<i32>
  %expected = stablehlo.constant dense<217> : tensor<i32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  return
}
