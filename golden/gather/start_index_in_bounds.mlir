// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/gather.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// start_index_in_bounds: a start index from 0 to dim - slice size is taken as it is
//   gather.S5: full_start_index[d_operand] = clamp(start_index[d_start], 0, dim(operand, d_operand) -
//     slice_sizes[d_operand]) if d_operand = start_index_map[d_start]: between the bounds, the start index itself
//   gather.S13: operand_index = full_start_index + full_batching_index + full_offset_index
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>
  %start_indices = stablehlo.constant dense<[0, 1, 2, 3, 1]> : tensor<5xi64>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 3>,
    indices_are_sorted = false
  } : (tensor<6xi32>, tensor<5xi64>) -> tensor<5x3xi32>
  %expected = stablehlo.constant dense<[[1, 2, 3], [2, 3, 4], [3, 4, 5], [4, 5, 6], [2, 3, 4]]> : tensor<5x3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5x3xi32>, tensor<5x3xi32>) -> ()
  return
}
