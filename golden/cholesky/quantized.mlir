// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/quantization.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// quantized: a root
//   cholesky: For quantized types, performs dequantize_op_quantize of cholesky.
// agree: spec model
// XLA CPU differs: xla.quantized: XLA has no quantized types
// upstream interpreter differs: upstream.missing-operations: the interpreter has no code for async_start,
//     batch_norm_grad, batch_norm_inference, batch_norm_training, cholesky, rng, rng_bit_generator
func.func @main() {
  %a_storage = stablehlo.constant dense<[[4]]> : tensor<1x1xi8>
  %a = stablehlo.bitcast_convert %a_storage : (tensor<1x1xi8>) -> tensor<1x1x!quant.uniform<i8:f32, 1.0>>
  %result = "stablehlo.cholesky"(%a) {
    lower = true
  } : (tensor<1x1x!quant.uniform<i8:f32, 1.0>>) -> tensor<1x1x!quant.uniform<i8:f32, 0.5>>
  %result_stored = stablehlo.bitcast_convert %result : (tensor<1x1x!quant.uniform<i8:f32, 0.5>>) -> tensor<1x1xi8>
  %expected = stablehlo.constant dense<[[4]]> : tensor<1x1xi8>
  stablehlo.custom_call @check.expect_eq(%result_stored, %expected) {has_side_effect = true} : (tensor<1x1xi8>, tensor<1x1xi8>) -> ()
  return
}
