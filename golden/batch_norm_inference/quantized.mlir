// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/quantization.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// quantized: on dequantized operands
//   batch_norm_inference: For quantized types, performs dequantize_op_quantize of batch_norm_inference.
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
  %mean_storage = stablehlo.constant dense<4> : tensor<2xi8>
  %mean = stablehlo.bitcast_convert %mean_storage : (tensor<2xi8>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  %variance_storage = stablehlo.constant dense<[8, 2]> : tensor<2xi8>
  %variance = stablehlo.bitcast_convert %variance_storage : (tensor<2xi8>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  %result = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) {
    epsilon = 0.0 : f32,
    feature_index = 1 : i64
  } : (tensor<2x2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x2x!quant.uniform<i8:f32, 0.5>>
  %result_stored = stablehlo.bitcast_convert %result : (tensor<2x2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x2xi8>
  %expected = stablehlo.constant dense<[[0, -18], [2, 14]]> : tensor<2x2xi8>
  stablehlo.custom_call @check.expect_eq(%result_stored, %expected) {has_side_effect = true} : (tensor<2x2xi8>, tensor<2x2xi8>) -> ()
  return
}
