// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// nan: a padding of NaN
//   pad: operand[operand_index] if result_index = edge_padding_low + operand_index * (interior_padding + 1),
//     padding_value otherwise
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %padding_value = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %result = "stablehlo.pad"(%operand, %padding_value) {
    edge_padding_low = array<i64: 1>,
    edge_padding_high = array<i64: 0>,
    interior_padding = array<i64: 0>
  } : (tensor<2xf32>, tensor<f32>) -> tensor<3xf32>
  %expected = stablehlo.constant dense<[0x7FC00000, 1.0, 2.0]> : tensor<3xf32>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<3xf32>, tensor<3xf32>
  return
}
