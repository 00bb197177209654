// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/quantization.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// quantized: on dequantized operands
//   sqrt: For quantized types: dequantize_op_quantize(sqrt, operand, type(result)).
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.quantized: XLA has no quantized types
func.func @main() {
  %operand_storage = stablehlo.constant dense<[4, 16, 64]> : tensor<3xi8>
  %operand = stablehlo.bitcast_convert %operand_storage : (tensor<3xi8>) -> tensor<3x!quant.uniform<i8:f32, 1.0>>
  %result = "stablehlo.sqrt"(%operand) : (tensor<3x!quant.uniform<i8:f32, 1.0>>) -> tensor<3x!quant.uniform<i8:f32, 1.0>>
  %result_stored = stablehlo.bitcast_convert %result : (tensor<3x!quant.uniform<i8:f32, 1.0>>) -> tensor<3xi8>
  %expected = stablehlo.constant dense<[2, 4, 8]> : tensor<3xi8>
  stablehlo.custom_call @check.expect_eq(%result_stored, %expected) {has_side_effect = true} : (tensor<3xi8>, tensor<3xi8>) -> ()
  return
}
