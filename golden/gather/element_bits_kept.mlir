// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/gather.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_bits_kept: NaNs with payload, subnormals, -0.0 and infinities arrive bit by bit
//   gather.S14: result[result_index] = operand[operand_index]: the element as it is, whatever its bits
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0x7FC00ABC, 0xFFC00000, 1.401298464324817e-45, 0x80000000, 0x7F800000]> : tensor<5xf32>
  %start_indices = stablehlo.constant dense<[4, 3, 2, 1, 0, 0]> : tensor<6xi64>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  } : (tensor<5xf32>, tensor<6xi64>) -> tensor<6xf32>
  %result_bits = stablehlo.bitcast_convert %result : (tensor<6xf32>) -> tensor<6xui32>
  %expected = stablehlo.constant dense<[2139095040, 2147483648, 1, 4290772992, 2143292092, 2143292092]> : tensor<6xui32>
  stablehlo.custom_call @check.expect_eq(%result_bits, %expected) {has_side_effect = true} : (tensor<6xui32>, tensor<6xui32>) -> ()
  return
}
