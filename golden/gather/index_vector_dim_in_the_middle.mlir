// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/gather.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// index_vector_dim_in_the_middle: index vectors along the middle dimension of start_indices
//   gather.S3: start_index = start_indices[bi0, ..., :, ..., biN], : inserted at the index_vector_dim index, if
//     index_vector_dim < rank(start_indices)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]> : tensor<3x4xi32>
  %start_indices = stablehlo.constant dense<[[[0, 1, 2], [3, 0, 2]], [[2, 2, 0], [1, 0, 0]]]> : tensor<2x2x3xi64>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0, 1],
      start_index_map = [0, 1],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 1>,
    indices_are_sorted = false
  } : (tensor<3x4xi32>, tensor<2x2x3xi64>) -> tensor<2x3xi32>
  %expected = stablehlo.constant dense<[[4, 5, 11], [10, 9, 1]]> : tensor<2x3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()
  return
}
