// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/gather.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// collapsed_first_dim: 0 is inserted for a collapsed first dimension: rows of a matrix
//   gather.S11: full_offset_index = [oi0, ..., 0, ..., oiN], 0 inserted at indices from collapsed_slice_dims
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12]]> : tensor<4x3xi32>
  %start_indices = stablehlo.constant dense<[3, 0, 3]> : tensor<3xi64>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1],
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 3>,
    indices_are_sorted = false
  } : (tensor<4x3xi32>, tensor<3xi64>) -> tensor<3x3xi32>
  %expected = stablehlo.constant dense<[[10, 11, 12], [1, 2, 3], [10, 11, 12]]> : tensor<3x3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3x3xi32>, tensor<3x3xi32>) -> ()
  return
}
