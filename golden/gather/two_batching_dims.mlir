// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/gather.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// two_batching_dims: two batching dimensions, in the same order in operand and start_indices
//   gather.S7: full_batching_index[d_operand] = batch_index[d_start] if d_operand =
//     operand_batching_dims[i_batching] and d_start = start_indices_batching_dims[i_batching], where d_start <
//     index_vector_dim
//   gather.S12: full_offset_index = [oi0, ..., 0, ..., oiN], 0 inserted at indices from operand_batching_dims
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[
      [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]],
      [[13, 14, 15, 16], [17, 18, 19, 20], [21, 22, 23, 24]]
    ]> : tensor<2x3x4xi32>
  %start_indices = stablehlo.constant dense<[[[[0], [1]], [[2], [3]], [[1], [0]]], [[[3], [0]], [[0], [0]], [[1], [2]]]]> : tensor<2x3x2x1xi64>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [2],
      operand_batching_dims = [0, 1],
      start_indices_batching_dims = [0, 1],
      start_index_map = [2],
      index_vector_dim = 3>,
    slice_sizes = array<i64: 1, 1, 1>,
    indices_are_sorted = false
  } : (tensor<2x3x4xi32>, tensor<2x3x2x1xi64>) -> tensor<2x3x2xi32>
  %expected = stablehlo.constant dense<[[[1, 2], [7, 8], [10, 9]], [[16, 13], [17, 17], [22, 23]]]> : tensor<2x3x2xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x3x2xi32>, tensor<2x3x2xi32>) -> ()
  return
}
