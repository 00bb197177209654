// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/quantization.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// quantized: on dequantized operands
//   round_nearest_afz: For quantized types: dequantize_op_quantize(round_nearest_afz, operand, type(result)).
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.quantized: XLA has no quantized types
func.func @main() {
  %operand_storage = stablehlo.constant dense<[4, -7, 0, 9]> : tensor<4xi8>
  %operand = stablehlo.bitcast_convert %operand_storage : (tensor<4xi8>) -> tensor<4x!quant.uniform<i8:f32, 0.5>>
  %result = "stablehlo.round_nearest_afz"(%operand) : (tensor<4x!quant.uniform<i8:f32, 0.5>>) -> tensor<4x!quant.uniform<i8:f32, 0.5>>
  %result_stored = stablehlo.bitcast_convert %result : (tensor<4x!quant.uniform<i8:f32, 0.5>>) -> tensor<4xi8>
  %expected = stablehlo.constant dense<[4, -8, 0, 10]> : tensor<4xi8>
  stablehlo.custom_call @check.expect_eq(%result_stored, %expected) {has_side_effect = true} : (tensor<4xi8>, tensor<4xi8>) -> ()
  return
}
