// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/quantization.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// unsigned_storage: ui8 200 isn't negative
//   uniform_dequantize: dequantize: (stored - zero_point) * scale
// agree: spec model
// XLA CPU differs: xla.quantized: XLA has no quantized types
// upstream interpreter differs: upstream.unsigned-storage: the interpreter computes on stored integers as if all
//     were signed: 200 becomes -56
func.func @main() {
  %operand_storage = stablehlo.constant dense<[0, 128, 200, 255]> : tensor<4xui8>
  %operand = stablehlo.bitcast_convert %operand_storage : (tensor<4xui8>) -> tensor<4x!quant.uniform<u8:f32, 0.5:128>>
  %result = "stablehlo.uniform_dequantize"(%operand) : (tensor<4x!quant.uniform<u8:f32, 0.5:128>>) -> tensor<4xf32>
  %expected = stablehlo.constant dense<[-64.0, 0.0, 36.0, 63.5]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}
