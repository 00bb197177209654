// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/quantization.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// quantized: bounds of the operand's type
//   clamp: For quantized types, performs dequantize_op_quantize(clamp, min, operand, max, type(result)).
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.quantized: XLA has no quantized types
func.func @main() {
  %min_storage = stablehlo.constant dense<-4> : tensor<i8>
  %min = stablehlo.bitcast_convert %min_storage : (tensor<i8>) -> tensor<!quant.uniform<i8:f32, 0.5>>
  %operand_storage = stablehlo.constant dense<[4, -7, 0, 9]> : tensor<4xi8>
  %operand = stablehlo.bitcast_convert %operand_storage : (tensor<4xi8>) -> tensor<4x!quant.uniform<i8:f32, 0.5>>
  %max_storage = stablehlo.constant dense<6> : tensor<i8>
  %max = stablehlo.bitcast_convert %max_storage : (tensor<i8>) -> tensor<!quant.uniform<i8:f32, 0.5>>
  %result = "stablehlo.clamp"(%min, %operand, %max) : (tensor<!quant.uniform<i8:f32, 0.5>>, tensor<4x!quant.uniform<i8:f32, 0.5>>, tensor<!quant.uniform<i8:f32, 0.5>>) -> tensor<4x!quant.uniform<i8:f32, 0.5>>
  %result_stored = stablehlo.bitcast_convert %result : (tensor<4x!quant.uniform<i8:f32, 0.5>>) -> tensor<4xi8>
  %expected = stablehlo.constant dense<[4, -4, 0, 6]> : tensor<4xi8>
  stablehlo.custom_call @check.expect_eq(%result_stored, %expected) {has_side_effect = true} : (tensor<4xi8>, tensor<4xi8>) -> ()
  return
}
