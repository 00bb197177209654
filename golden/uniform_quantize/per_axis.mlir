// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/quantization.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// per_axis: a scale and a zero point for each slice
//   uniform_quantize: compute_scales: scales[i] = scales(quantized_type)[i[quantization_dimension]]
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.quantized: XLA has no quantized types
func.func @main() {
  %operand = stablehlo.constant dense<[[1.25, 1.25, 1.25], [-40.0, -40.0, -40.0]]> : tensor<2x3xf32>
  %result = "stablehlo.uniform_quantize"(%operand) : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32:1, {0.5:1, 0.25:-2, 2.0}>>
  %result_stored = stablehlo.bitcast_convert %result : (tensor<2x3x!quant.uniform<i8:f32:1, {0.5:1, 0.25:-2, 2.0}>>) -> tensor<2x3xi8>
  %expected = stablehlo.constant dense<[[4, 3, 1], [-79, -128, -20]]> : tensor<2x3xi8>
  stablehlo.custom_call @check.expect_eq(%result_stored, %expected) {has_side_effect = true} : (tensor<2x3xi8>, tensor<2x3xi8>) -> ()
  return
}
