// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/quantization.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// axis_0: scales along dimension 0 of a square
//   uniform_quantize: compute_scales: scales[i] = scales(quantized_type)[i[quantization_dimension]]
// agree: spec model
// XLA CPU differs: xla.quantized: XLA has no quantized types
// upstream interpreter differs: upstream.quantized-along-rows: the interpreter rewrites quantized programs first,
//     with scales along the last dimension alone
func.func @main() {
  %operand = stablehlo.constant dense<[[1.5, 3.0], [-4.0, 7.0]]> : tensor<2x2xf32>
  %result = "stablehlo.uniform_quantize"(%operand) : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i8:f32:0, {0.5:1, 2.0:-3}>>
  %result_stored = stablehlo.bitcast_convert %result : (tensor<2x2x!quant.uniform<i8:f32:0, {0.5:1, 2.0:-3}>>) -> tensor<2x2xi8>
  %expected = stablehlo.constant dense<[[4, 7], [-5, 0]]> : tensor<2x2xi8>
  stablehlo.custom_call @check.expect_eq(%result_stored, %expected) {has_side_effect = true} : (tensor<2x2xi8>, tensor<2x2xi8>) -> ()
  return
}

// -----

// axis_1: scales along dimension 1 of a square
//   uniform_quantize: compute_scales: scales[i] = scales(quantized_type)[i[quantization_dimension]]
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.quantized: XLA has no quantized types
func.func @main() {
  %operand = stablehlo.constant dense<[[1.5, 3.0], [-4.0, 7.0]]> : tensor<2x2xf32>
  %result = "stablehlo.uniform_quantize"(%operand) : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i8:f32:1, {0.5:1, 2.0:-3}>>
  %result_stored = stablehlo.bitcast_convert %result : (tensor<2x2x!quant.uniform<i8:f32:1, {0.5:1, 2.0:-3}>>) -> tensor<2x2xi8>
  %expected = stablehlo.constant dense<[[4, -2], [-7, 0]]> : tensor<2x2xi8>
  stablehlo.custom_call @check.expect_eq(%result_stored, %expected) {has_side_effect = true} : (tensor<2x2xi8>, tensor<2x2xi8>) -> ()
  return
}
