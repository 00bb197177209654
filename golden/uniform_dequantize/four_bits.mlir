// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/quantization.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// four_bits: stored in i4
//   uniform_dequantize: dequantize: (stored - zero_point) * scale
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.quantized: XLA has no quantized types
func.func @main() {
  %operand_storage = stablehlo.constant dense<[-8, 0, 1, 7]> : tensor<4xi4>
  %operand = stablehlo.bitcast_convert %operand_storage : (tensor<4xi4>) -> tensor<4x!quant.uniform<i4:f32, 1.0:1>>
  %result = "stablehlo.uniform_dequantize"(%operand) : (tensor<4x!quant.uniform<i4:f32, 1.0:1>>) -> tensor<4xf32>
  %expected = stablehlo.constant dense<[-9.0, -1.0, 0.0, 6.0]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}
