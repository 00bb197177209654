// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/gather.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// batching_dim_between_index_vector_dim_and_another: behind index_vector_dim, start_indices dimension 1 is batch
//     dimension 0, and not 1
//   gather.S8: full_batching_index[d_operand] = batch_index[d_start - 1] if d_operand =
//     operand_batching_dims[i_batching] and d_start = start_indices_batching_dims[i_batching], where d_start >
//     index_vector_dim
//   gather.S2: batch_index = result_index[batch_dims...]
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]> : tensor<3x4xi32>
  %start_indices = stablehlo.constant dense<[[[0, 3], [1, 1], [2, 0]]]> : tensor<1x3x2xi64>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [1],
      operand_batching_dims = [0],
      start_indices_batching_dims = [1],
      start_index_map = [1],
      index_vector_dim = 0>,
    slice_sizes = array<i64: 1, 1>,
    indices_are_sorted = false
  } : (tensor<3x4xi32>, tensor<1x3x2xi64>) -> tensor<3x2xi32>
  %expected = stablehlo.constant dense<[[1, 4], [6, 6], [11, 9]]> : tensor<3x2xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3x2xi32>, tensor<3x2xi32>) -> ()
  return
}
