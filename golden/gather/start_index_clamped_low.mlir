// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/gather.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// start_index_clamped_low: a negative start index is clamped to 0
//   gather.S5-low: full_start_index[d_operand] = clamp(start_index[d_start], 0, ...): below 0, 0
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>
  %start_indices = stablehlo.constant dense<[-1, 0, -6, -1000]> : tensor<4xi64>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 3>,
    indices_are_sorted = false
  } : (tensor<6xi32>, tensor<4xi64>) -> tensor<4x3xi32>
  %expected = stablehlo.constant dense<[[1, 2, 3], [1, 2, 3], [1, 2, 3], [1, 2, 3]]> : tensor<4x3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4x3xi32>, tensor<4x3xi32>) -> ()
  return
}
