// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// quantized: what is stored
//   pad: operand[operand_index] if result_index = edge_padding_low + operand_index * (interior_padding + 1),
//     padding_value otherwise
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.quantized: XLA has no quantized types
func.func @main() {
  %operand_storage = stablehlo.constant dense<[1, 2]> : tensor<2xi8>
  %operand = stablehlo.bitcast_convert %operand_storage : (tensor<2xi8>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  %padding_value_storage = stablehlo.constant dense<3> : tensor<i8>
  %padding_value = stablehlo.bitcast_convert %padding_value_storage : (tensor<i8>) -> tensor<!quant.uniform<i8:f32, 0.5:3>>
  %result = "stablehlo.pad"(%operand, %padding_value) {
    edge_padding_low = array<i64: 1>,
    edge_padding_high = array<i64: 1>,
    interior_padding = array<i64: 0>
  } : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>, tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  %result_stored = stablehlo.bitcast_convert %result : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4xi8>
  %expected = stablehlo.constant dense<[3, 1, 2, 3]> : tensor<4xi8>
  stablehlo.custom_call @check.expect_eq(%result_stored, %expected) {has_side_effect = true} : (tensor<4xi8>, tensor<4xi8>) -> ()
  return
}
