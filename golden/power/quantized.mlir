// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/quantization.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// quantized: on dequantized operands
//   power: For quantized types: dequantize_op_quantize(power, lhs, rhs, type(result)).
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.quantized: XLA has no quantized types
func.func @main() {
  %lhs_storage = stablehlo.constant dense<[2, -3, 5]> : tensor<3xi8>
  %lhs = stablehlo.bitcast_convert %lhs_storage : (tensor<3xi8>) -> tensor<3x!quant.uniform<i8:f32, 1.0>>
  %rhs_storage = stablehlo.constant dense<[3, 2, 1]> : tensor<3xi8>
  %rhs = stablehlo.bitcast_convert %rhs_storage : (tensor<3xi8>) -> tensor<3x!quant.uniform<i8:f32, 1.0>>
  %result = "stablehlo.power"(%lhs, %rhs) : (tensor<3x!quant.uniform<i8:f32, 1.0>>, tensor<3x!quant.uniform<i8:f32, 1.0>>) -> tensor<3x!quant.uniform<i8:f32, 1.0>>
  %result_stored = stablehlo.bitcast_convert %result : (tensor<3x!quant.uniform<i8:f32, 1.0>>) -> tensor<3xi8>
  %expected = stablehlo.constant dense<[8, 9, 5]> : tensor<3xi8>
  stablehlo.custom_call @check.expect_eq(%result_stored, %expected) {has_side_effect = true} : (tensor<3xi8>, tensor<3xi8>) -> ()
  return
}
