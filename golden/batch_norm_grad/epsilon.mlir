// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// epsilon: added to the variance, under the root
//   batch_norm_grad: stddev = sqrt(add(variance_bcast, epsilon_bcast))
// agree: spec model, XLA CPU
// upstream interpreter differs: upstream.missing-operations: the interpreter has no code for async_start,
//     batch_norm_grad, batch_norm_inference, batch_norm_training, cholesky, rng, rng_bit_generator
func.func @main() {
  %operand = stablehlo.constant dense<[[[1.0, 2.0], [3.0, 4.0]], [[-5.0, 6.5], [0.25, -2.0]]]> : tensor<2x2x2xf32>
  %scale = stablehlo.constant dense<[1.0, -0.5]> : tensor<2xf32>
  %mean = stablehlo.constant dense<[0.5, 2.0]> : tensor<2xf32>
  %variance = stablehlo.constant dense<[4.0, 9.0]> : tensor<2xf32>
  %grad_output = stablehlo.constant dense<[[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]]> : tensor<2x2x2xf32>
  %result0, %result1, %result2 = "stablehlo.batch_norm_grad"(%operand, %scale, %mean, %variance, %grad_output) {
    epsilon = 0.5 : f32,
    feature_index = 1 : i64
  } : (tensor<2x2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x2x2xf32>) -> (tensor<2x2x2xf32>, tensor<2xf32>, tensor<2xf32>)
  %expected0 = stablehlo.constant dense<[
      [
        [-1.335646152496338, -1.1785112619400024],
        [0.26360979676246643, -0.040555354207754135]
      ],
      [
        [2.4355900287628174, -0.7071067690849304],
        [0.005069419275969267, 0.16222141683101654]
      ]
    ]> : tensor<2x2x2xf32>
  check.expect_close %result0, %expected0, max_ulp_difference = 64 : tensor<2x2x2xf32>, tensor<2x2x2xf32>
  %expected1 = stablehlo.constant dense<[5.656854152679443, -10.787724494934082]> : tensor<2xf32>
  check.expect_close %result1, %expected1, max_ulp_difference = 64 : tensor<2xf32>, tensor<2xf32>
  %expected2 = stablehlo.constant dense<[14.0, 22.0]> : tensor<2xf32>
  check.expect_close %result2, %expected2, max_ulp_difference = 64 : tensor<2xf32>, tensor<2xf32>
  return
}
