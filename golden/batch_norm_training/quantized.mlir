// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/quantization.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// quantized: three results
//   batch_norm_training: For quantized types, performs dequantize_batch_norm_grad_or_training_quantize of
//     batch_norm_training.
// agree: spec model
// XLA CPU differs: xla.quantized: XLA has no quantized types
// upstream interpreter differs: upstream.missing-operations: the interpreter has no code for async_start,
//     batch_norm_grad, batch_norm_inference, batch_norm_training, cholesky, rng, rng_bit_generator
func.func @main() {
  %operand_storage = stablehlo.constant dense<[[2, -4], [6, 12]]> : tensor<2x2xi8>
  %operand = stablehlo.bitcast_convert %operand_storage : (tensor<2x2xi8>) -> tensor<2x2x!quant.uniform<i8:f32, 0.5>>
  %scale_storage = stablehlo.constant dense<[2, 4]> : tensor<2xi8>
  %scale = stablehlo.bitcast_convert %scale_storage : (tensor<2xi8>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  %offset_storage = stablehlo.constant dense<[1, -2]> : tensor<2xi8>
  %offset = stablehlo.bitcast_convert %offset_storage : (tensor<2xi8>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  %result0, %result1, %result2 = "stablehlo.batch_norm_training"(%operand, %scale, %offset) {
    epsilon = 0.0 : f32,
    feature_index = 1 : i64
  } : (tensor<2x2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>) -> (tensor<2x2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>)
  %result0_stored = stablehlo.bitcast_convert %result0 : (tensor<2x2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x2xi8>
  %expected0 = stablehlo.constant dense<[[-1, -6], [3, 2]]> : tensor<2x2xi8>
  stablehlo.custom_call @check.expect_eq(%result0_stored, %expected0) {has_side_effect = true} : (tensor<2x2xi8>, tensor<2x2xi8>) -> ()
  %result1_stored = stablehlo.bitcast_convert %result1 : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2xi8>
  %expected1 = stablehlo.constant dense<4> : tensor<2xi8>
  stablehlo.custom_call @check.expect_eq(%result1_stored, %expected1) {has_side_effect = true} : (tensor<2xi8>, tensor<2xi8>) -> ()
  %result2_stored = stablehlo.bitcast_convert %result2 : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2xi8>
  %expected2 = stablehlo.constant dense<[2, 32]> : tensor<2xi8>
  stablehlo.custom_call @check.expect_eq(%result2_stored, %expected2) {has_side_effect = true} : (tensor<2xi8>, tensor<2xi8>) -> ()
  return
}
