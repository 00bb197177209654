// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/gather.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// one_slice_many_times: the same slice may be gathered many times
//   gather.S14: result[result_index] = operand[operand_index]: the element as it is, whatever its bits
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf32>
  %start_indices = stablehlo.constant dense<2> : tensor<5xi64>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1],
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 2>,
    indices_are_sorted = false
  } : (tensor<4x2xf32>, tensor<5xi64>) -> tensor<5x2xf32>
  %expected = stablehlo.constant dense<[[5.0, 6.0], [5.0, 6.0], [5.0, 6.0], [5.0, 6.0], [5.0, 6.0]]> : tensor<5x2xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5x2xf32>, tensor<5x2xf32>) -> ()
  return
}
