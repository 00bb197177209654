// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// overlapping_windows: windows that overlap: each element takes the updates of all windows over it
//   scatter.S14: exec([update_index, ...], results) = exec([...], updated_results): later updates of one element
//     see the earlier ones, in any schedule
//   scatter.S13: result_index = full_start_index + full_batching_index + full_window_index
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<0> : tensor<3x3xi32>
  %scatter_indices = stablehlo.constant dense<[[0, 0], [0, 1], [1, 0], [1, 1]]> : tensor<4x2xi64>
  %updates = stablehlo.constant dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]], [[9, 10], [11, 12]], [[13, 14], [15, 16]]]> : tensor<4x2x2xi32>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<i32>, %new: tensor<i32>):
      %0 = stablehlo.add %old, %new : tensor<i32>
      stablehlo.return %0 : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [1, 2],
      scatter_dims_to_operand_dims = [0, 1],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<3x3xi32>, tensor<4x2xi64>, tensor<4x2x2xi32>) -> tensor<3x3xi32>
  %expected = stablehlo.constant dense<[[1, 7, 6], [12, 34, 22], [11, 27, 16]]> : tensor<3x3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3x3xi32>, tensor<3x3xi32>) -> ()
  return
}
