// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/quantization.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// per_tensor: one scale and zero point
//   uniform_dequantize: dequantize: (stored - zero_point) * scale
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.quantized: XLA has no quantized types
func.func @main() {
  %operand_storage = stablehlo.constant dense<[-128, -10, 0, 127]> : tensor<4xi8>
  %operand = stablehlo.bitcast_convert %operand_storage : (tensor<4xi8>) -> tensor<4x!quant.uniform<i8:f32, 0.5:-10>>
  %result = "stablehlo.uniform_dequantize"(%operand) : (tensor<4x!quant.uniform<i8:f32, 0.5:-10>>) -> tensor<4xf32>
  %expected = stablehlo.constant dense<[-59.0, 0.0, 5.0, 68.5]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}
