// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/gather.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// unsigned_start_index_extremes_of_ui64: start indices from 2^63 up are clamped high
//   gather.I2-unsigned: start_indices: tensor of integer type, unsigned: no value is negative
//   gather.S5-high: full_start_index[d_operand] = clamp(start_index[d_start], ..., dim(operand, d_operand) -
//     slice_sizes[d_operand]): above the upper bound, the upper bound
// agree: spec model
// upstream interpreter differs: upstream.unsigned-indices: the interpreter extends the sign of unsigned indices,
//     those of dynamic_slice and dynamic_update_slice too: ui8 200 becomes -56
// XLA CPU differs: xla.constant-unsigned-indices: XLA folds the clamping of constant unsigned indices as if they
//     were signed
func.func @main() {
  %operand = stablehlo.constant dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>
  %start_indices = stablehlo.constant dense<[9223372036854775808, 18446744073709551615, 9223372036854775807, 2]> : tensor<4xui64>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 3>,
    indices_are_sorted = false
  } : (tensor<6xi32>, tensor<4xui64>) -> tensor<4x3xi32>
  %expected = stablehlo.constant dense<[[4, 5, 6], [4, 5, 6], [4, 5, 6], [3, 4, 5]]> : tensor<4x3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4x3xi32>, tensor<4x3xi32>) -> ()
  return
}
