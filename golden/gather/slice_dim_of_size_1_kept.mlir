// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/gather.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// slice_dim_of_size_1_kept: a slice dimension of size 1 that isn't collapsed stays in the result
//   gather.S10: offset_index = result_index[offset_dims...]
//   gather.S13: operand_index = full_start_index + full_batching_index + full_offset_index
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12]]> : tensor<4x3xi32>
  %start_indices = stablehlo.constant dense<[[3, 1], [0, 2]]> : tensor<2x2xi64>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1, 2],
      start_index_map = [0, 1],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 1>,
    indices_are_sorted = false
  } : (tensor<4x3xi32>, tensor<2x2xi64>) -> tensor<2x1x1xi32>
  %expected = stablehlo.constant dense<[[[11]], [[3]]]> : tensor<2x1x1xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x1x1xi32>, tensor<2x1x1xi32>) -> ()
  return
}
