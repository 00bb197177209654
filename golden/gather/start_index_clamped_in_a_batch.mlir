// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/gather.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// start_index_clamped_in_a_batch: start indices are clamped, the batching index is added behind the clamp
//   gather.S5-low: full_start_index[d_operand] = clamp(start_index[d_start], 0, ...): below 0, 0
//   gather.S5-high: full_start_index[d_operand] = clamp(start_index[d_start], ..., dim(operand, d_operand) -
//     slice_sizes[d_operand]): above the upper bound, the upper bound
//   gather.S7: full_batching_index[d_operand] = batch_index[d_start] if d_operand =
//     operand_batching_dims[i_batching] and d_start = start_indices_batching_dims[i_batching], where d_start <
//     index_vector_dim
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]]> : tensor<2x5xi32>
  %start_indices = stablehlo.constant dense<[[[9], [-9]], [[4], [-1]]]> : tensor<2x2x1xi64>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [2],
      operand_batching_dims = [0],
      start_indices_batching_dims = [0],
      start_index_map = [1],
      index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 2>,
    indices_are_sorted = false
  } : (tensor<2x5xi32>, tensor<2x2x1xi64>) -> tensor<2x2x2xi32>
  %expected = stablehlo.constant dense<[[[4, 5], [1, 2]], [[9, 10], [6, 7]]]> : tensor<2x2x2xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x2x2xi32>, tensor<2x2x2xi32>) -> ()
  return
}
