// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/gather.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// no_offset_dims: every operand dimension is collapsed: a gather of single elements
//   gather.S1: batch_dims = [d for d in axes(result) and d not in offset_dims]
//   gather.S10: offset_index = result_index[offset_dims...]
//   gather.S11: full_offset_index = [oi0, ..., 0, ..., oiN], 0 inserted at indices from collapsed_slice_dims
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]> : tensor<3x4xi32>
  %start_indices = stablehlo.constant dense<[[[0, 0], [2, 3], [1, 2]], [[1, 0], [0, 3], [2, 2]]]> : tensor<2x3x2xi64>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0, 1],
      start_index_map = [0, 1],
      index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1>,
    indices_are_sorted = false
  } : (tensor<3x4xi32>, tensor<2x3x2xi64>) -> tensor<2x3xi32>
  %expected = stablehlo.constant dense<[[1, 12, 7], [5, 4, 11]]> : tensor<2x3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()
  return
}
