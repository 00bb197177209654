// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/quantization.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// quantized: on dequantized operands
//   log_plus_one: For quantized types: dequantize_op_quantize(log_plus_one, operand, type(result)).
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.quantized: XLA has no quantized types
func.func @main() {
  %operand_storage = stablehlo.constant dense<[-1, 0, 1, 3]> : tensor<4xi8>
  %operand = stablehlo.bitcast_convert %operand_storage : (tensor<4xi8>) -> tensor<4x!quant.uniform<i8:f32, 0.5>>
  %result = "stablehlo.log_plus_one"(%operand) : (tensor<4x!quant.uniform<i8:f32, 0.5>>) -> tensor<4x!quant.uniform<i8:f32, 0.25>>
  %result_stored = stablehlo.bitcast_convert %result : (tensor<4x!quant.uniform<i8:f32, 0.25>>) -> tensor<4xi8>
  %expected = stablehlo.constant dense<[-3, 0, 2, 4]> : tensor<4xi8>
  stablehlo.custom_call @check.expect_eq(%result_stored, %expected) {has_side_effect = true} : (tensor<4xi8>, tensor<4xi8>) -> ()
  return
}
