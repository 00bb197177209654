// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// no_batching_dims: without batching dimensions every scatter index updates the same input
//   scatter.S9: full_batching_index[d_input] = 0 otherwise
//   scatter.S11: full_window_index = [wi0, ..., 0, ..., wiN], 0 inserted at indices from inserted_window_dims
//   scatter.S13: result_index = full_start_index + full_batching_index + full_window_index
//   scatter.S14: exec([update_index, ...], results) = exec([...], updated_results): later updates of one element
//     see the earlier ones, in any schedule
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[
      [[1, 2], [3, 4], [5, 6], [7, 8]],
      [[9, 10], [11, 12], [13, 14], [15, 16]],
      [[17, 18], [19, 20], [21, 22], [23, 24]]
    ]> : tensor<3x4x2xi32>
  %scatter_indices = stablehlo.constant dense<[[[0, 0], [1, 0], [2, 1]], [[0, 1], [1, 1], [0, 9]]]> : tensor<2x3x2xi64>
  %updates = stablehlo.constant dense<100> : tensor<2x3x2x2xi32>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<i32>, %new: tensor<i32>):
      %0 = stablehlo.add %old, %new : tensor<i32>
      stablehlo.return %0 : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [2, 3],
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [1, 0],
      index_vector_dim = 2>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi32>
  %expected = stablehlo.constant dense<[
      [[101, 102], [203, 204], [105, 106], [7, 8]],
      [[109, 110], [211, 212], [213, 214], [115, 116]],
      [[17, 18], [19, 20], [21, 22], [23, 24]]
    ]> : tensor<3x4x2xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3x4x2xi32>, tensor<3x4x2xi32>) -> ()
  return
}
