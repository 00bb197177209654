// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/gather.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// batching_dims_only: every operand dimension is a batching dimension and the index vectors are empty: a
//     transpose
//   gather.S7: full_batching_index[d_operand] = batch_index[d_start] if d_operand =
//     operand_batching_dims[i_batching] and d_start = start_indices_batching_dims[i_batching], where d_start <
//     index_vector_dim
//   gather.S6: full_start_index[d_operand] = 0 otherwise
//   gather.C3-empty: size(start_index_map) = dim(start_indices, index_vector_dim) = 0: an empty index vector
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %start_indices = stablehlo.constant dense<> : tensor<3x2x0xi64>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      operand_batching_dims = [0, 1],
      start_indices_batching_dims = [1, 0],
      index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1>,
    indices_are_sorted = false
  } : (tensor<2x3xi32>, tensor<3x2x0xi64>) -> tensor<3x2xi32>
  %expected = stablehlo.constant dense<[[1, 4], [2, 5], [3, 6]]> : tensor<3x2xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3x2xi32>, tensor<3x2xi32>) -> ()
  return
}
