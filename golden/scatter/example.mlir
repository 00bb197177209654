// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// example: the specification's own example: a batch of 2x2 windows of ones, one of which lies outside
//   scatter.S1: update_scatter_dims = [d for d in axes(updates[0]) and d not in update_window_dims]
//   scatter.S2: update_scatter_index = update_index[update_scatter_dims...]
//   scatter.S3: start_index = scatter_indices[si0, ..., :, ..., siN], : inserted at the index_vector_dim index, if
//     index_vector_dim < rank(scatter_indices)
//   scatter.S5: full_start_index[d_input] = start_index[d_start] if d_input = scatter_dims_to_operand_dims[d_start]
//   scatter.S6: full_start_index[d_input] = 0 otherwise
//   scatter.S7: full_batching_index[d_input] = update_scatter_index[d_start] if d_input =
//     input_batching_dims[i_batching] and d_start = scatter_indices_batching_dims[i_batching], where d_start <
//     index_vector_dim
//   scatter.S9: full_batching_index[d_input] = 0 otherwise
//   scatter.S10: update_window_index = update_index[update_window_dims...]
//   scatter.S11: full_window_index = [wi0, ..., 0, ..., wiN], 0 inserted at indices from inserted_window_dims
//   scatter.S12: full_window_index = [wi0, ..., 0, ..., wiN], 0 inserted at indices from input_batching_dims
//   scatter.S13: result_index = full_start_index + full_batching_index + full_window_index
//   scatter.S15: if result_index is in bounds for shape(results...): decided for every element on its own
//   scatter.S19-high: otherwise updated_results = results: result_index at or above the size
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[
      [
        [[1, 2], [3, 4], [5, 6], [7, 8]],
        [[9, 10], [11, 12], [13, 14], [15, 16]],
        [[17, 18], [19, 20], [21, 22], [23, 24]]
      ],
      [
        [[25, 26], [27, 28], [29, 30], [31, 32]],
        [[33, 34], [35, 36], [37, 38], [39, 40]],
        [[41, 42], [43, 44], [45, 46], [47, 48]]
      ]
    ]> : tensor<2x3x4x2xi64>
  %scatter_indices = stablehlo.constant dense<[
      [[[0, 0], [1, 0], [2, 1]], [[0, 1], [1, 1], [0, 9]]],
      [[[0, 0], [2, 1], [2, 2]], [[1, 2], [0, 1], [1, 0]]]
    ]> : tensor<2x2x3x2xi64>
  %updates = stablehlo.constant dense<1> : tensor<2x2x3x2x2xi64>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<i64>, %new: tensor<i64>):
      %0 = stablehlo.add %old, %new : tensor<i64>
      stablehlo.return %0 : tensor<i64>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [3, 4],
      inserted_window_dims = [1],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [1],
      scatter_dims_to_operand_dims = [2, 1],
      index_vector_dim = 3>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  %expected = stablehlo.constant dense<[
      [
        [[3, 4], [6, 7], [6, 7], [7, 8]],
        [[9, 10], [11, 12], [15, 16], [17, 18]],
        [[17, 18], [19, 20], [22, 23], [24, 25]]
      ],
      [
        [[25, 26], [28, 29], [30, 31], [31, 32]],
        [[35, 36], [38, 39], [38, 39], [39, 40]],
        [[41, 42], [44, 45], [46, 47], [47, 48]]
      ]
    ]> : tensor<2x3x4x2xi64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x3x4x2xi64>, tensor<2x3x4x2xi64>) -> ()
  return
}
