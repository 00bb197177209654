// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/control_flow.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// normal: numbers, whichever they are
//   rng: NORMAL: random numbers following the normal distribution with mean = a and standard deviation = b
// agree: spec model, XLA CPU
// upstream interpreter differs: upstream.missing-operations: the interpreter has no code for async_start,
//     batch_norm_grad, batch_norm_inference, batch_norm_training, cholesky, rng, rng_bit_generator
func.func @main() {
  %a = stablehlo.constant dense<0.0> : tensor<f32>
  %b = stablehlo.constant dense<1.0> : tensor<f32>
  %shape = stablehlo.constant dense<[20]> : tensor<1xi64>
  %drawn = "stablehlo.rng"(%a, %b, %shape) {
    rng_distribution = #stablehlo<rng_distribution NORMAL>
  } : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<20xf32>
  %result = stablehlo.is_finite %drawn : (tensor<20xf32>) -> tensor<20xi1>
  %expected = stablehlo.constant dense<true> : tensor<20xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<20xi1>, tensor<20xi1>) -> ()
  return
}
