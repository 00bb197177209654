// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// batching_dim_between_window_dims: 0 is inserted for a batching dimension that stands between two window
//     dimensions of the input
//   scatter.S10: update_window_index = update_index[update_window_dims...]
//   scatter.S12: full_window_index = [wi0, ..., 0, ..., wiN], 0 inserted at indices from input_batching_dims
//   scatter.S13: result_index = full_start_index + full_batching_index + full_window_index
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<0> : tensor<3x2x4xi32>
  %scatter_indices = stablehlo.constant dense<[[1, 2], [0, 1]]> : tensor<2x2xi64>
  %updates = stablehlo.constant dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]> : tensor<2x2x2xi32>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<i32>, %new: tensor<i32>):
      %0 = stablehlo.add %old, %new : tensor<i32>
      stablehlo.return %0 : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [1, 2],
      input_batching_dims = [1],
      scatter_indices_batching_dims = [0],
      scatter_dims_to_operand_dims = [0, 2],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<3x2x4xi32>, tensor<2x2xi64>, tensor<2x2x2xi32>) -> tensor<3x2x4xi32>
  %expected = stablehlo.constant dense<[
      [[0, 0, 0, 0], [0, 5, 6, 0]],
      [[0, 0, 1, 2], [0, 7, 8, 0]],
      [[0, 0, 3, 4], [0, 0, 0, 0]]
    ]> : tensor<3x2x4xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3x2x4xi32>, tensor<3x2x4xi32>) -> ()
  return
}
