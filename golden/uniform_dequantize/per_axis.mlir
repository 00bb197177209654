// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/quantization.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// per_axis: a scale and a zero point for each slice
//   uniform_dequantize: dequantize: (stored - zero_point) * scale
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.quantized: XLA has no quantized types
func.func @main() {
  %operand_storage = stablehlo.constant dense<[[4, 4, 4], [-128, 0, 127]]> : tensor<2x3xi8>
  %operand = stablehlo.bitcast_convert %operand_storage : (tensor<2x3xi8>) -> tensor<2x3x!quant.uniform<i8:f32:1, {0.5:1, 0.25:-2, 2.0}>>
  %result = "stablehlo.uniform_dequantize"(%operand) : (tensor<2x3x!quant.uniform<i8:f32:1, {0.5:1, 0.25:-2, 2.0}>>) -> tensor<2x3xf32>
  %expected = stablehlo.constant dense<[[1.5, 1.5, 8.0], [-64.5, 0.5, 254.0]]> : tensor<2x3xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  return
}
