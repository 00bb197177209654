// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/control_flow.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// within_the_interval: a is in the interval, b isn't
//   rng: UNIFORM: random numbers following the uniform distribution over the interval [a, b)
// agree: spec model, XLA CPU
// upstream interpreter differs: upstream.missing-operations: the interpreter has no code for async_start,
//     batch_norm_grad, batch_norm_inference, batch_norm_training, cholesky, rng, rng_bit_generator
func.func @main() {
  %a = stablehlo.constant dense<-1.5> : tensor<f32>
  %b = stablehlo.constant dense<2.0> : tensor<f32>
  %shape = stablehlo.constant dense<[100]> : tensor<1xi64>
  %drawn = "stablehlo.rng"(%a, %b, %shape) {
    rng_distribution = #stablehlo<rng_distribution UNIFORM>
  } : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<100xf32>
  %low = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<100xf32>
  %high = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<f32>) -> tensor<100xf32>
  %not_below = stablehlo.compare GE, %drawn, %low, FLOAT : (tensor<100xf32>, tensor<100xf32>) -> tensor<100xi1>
  %below = stablehlo.compare LT, %drawn, %high, FLOAT : (tensor<100xf32>, tensor<100xf32>) -> tensor<100xi1>
  %result = stablehlo.and %not_below, %below : tensor<100xi1>
  %expected = stablehlo.constant dense<true> : tensor<100xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<100xi1>, tensor<100xi1>) -> ()
  return
}
