// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/gather.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// batching_dim_after_index_vector_dim: a batching dimension of start_indices behind index_vector_dim is batch
//     dimension d_start - 1
//   gather.S8: full_batching_index[d_operand] = batch_index[d_start - 1] if d_operand =
//     operand_batching_dims[i_batching] and d_start = start_indices_batching_dims[i_batching], where d_start >
//     index_vector_dim
//   gather.S12: full_offset_index = [oi0, ..., 0, ..., oiN], 0 inserted at indices from operand_batching_dims
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]> : tensor<3x4xi32>
  %start_indices = stablehlo.constant dense<[[[0, 3, 1], [2, 0, 3]]]> : tensor<1x2x3xi64>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [1],
      operand_batching_dims = [0],
      start_indices_batching_dims = [2],
      start_index_map = [1],
      index_vector_dim = 0>,
    slice_sizes = array<i64: 1, 1>,
    indices_are_sorted = false
  } : (tensor<3x4xi32>, tensor<1x2x3xi64>) -> tensor<2x3xi32>
  %expected = stablehlo.constant dense<[[1, 8, 10], [3, 5, 12]]> : tensor<2x3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()
  return
}
