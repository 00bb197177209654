// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/gather.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// start_index_clamped_in_each_dimension: every dimension is clamped with its own size and slice size
//   gather.S5: full_start_index[d_operand] = clamp(start_index[d_start], 0, dim(operand, d_operand) -
//     slice_sizes[d_operand]) if d_operand = start_index_map[d_start]: between the bounds, the start index itself
//   gather.S5-low: full_start_index[d_operand] = clamp(start_index[d_start], 0, ...): below 0, 0
//   gather.S5-high: full_start_index[d_operand] = clamp(start_index[d_start], ..., dim(operand, d_operand) -
//     slice_sizes[d_operand]): above the upper bound, the upper bound
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[
      [1, 2, 3, 4, 5, 6],
      [7, 8, 9, 10, 11, 12],
      [13, 14, 15, 16, 17, 18],
      [19, 20, 21, 22, 23, 24]
    ]> : tensor<4x6xi32>
  %start_indices = stablehlo.constant dense<[[9, -9], [-9, 9], [2, 5], [3, 2]]> : tensor<4x2xi64>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1, 2],
      start_index_map = [0, 1],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 2, 3>,
    indices_are_sorted = false
  } : (tensor<4x6xi32>, tensor<4x2xi64>) -> tensor<4x2x3xi32>
  %expected = stablehlo.constant dense<[
      [[13, 14, 15], [19, 20, 21]],
      [[4, 5, 6], [10, 11, 12]],
      [[16, 17, 18], [22, 23, 24]],
      [[15, 16, 17], [21, 22, 23]]
    ]> : tensor<4x2x3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4x2x3xi32>, tensor<4x2x3xi32>) -> ()
  return
}
