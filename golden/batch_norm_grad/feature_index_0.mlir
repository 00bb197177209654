// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// feature_index_0: features along dimension 0
//   batch_norm_grad: gradients of several inputs of batch_norm_training backpropagating from grad_output
// agree: spec model, XLA CPU
// upstream interpreter differs: upstream.missing-operations: the interpreter has no code for async_start,
//     batch_norm_grad, batch_norm_inference, batch_norm_training, cholesky, rng, rng_bit_generator
func.func @main() {
  %operand = stablehlo.constant dense<[[[1.0, 2.0], [3.0, 4.0]], [[-5.0, 6.5], [0.25, -2.0]]]> : tensor<2x2x2xf32>
  %scale = stablehlo.constant dense<[1.0, -0.5]> : tensor<2xf32>
  %mean = stablehlo.constant dense<[0.5, 2.0]> : tensor<2xf32>
  %variance = stablehlo.constant dense<[4.0, 9.0]> : tensor<2xf32>
  %grad_output = stablehlo.constant dense<[[[0.5, 1.0], [-1.0, 2.0]], [[3.0, 0.25], [1.0, -4.0]]]> : tensor<2x2x2xf32>
  %result0, %result1, %result2 = "stablehlo.batch_norm_grad"(%operand, %scale, %mean, %variance, %grad_output) {
    epsilon = 0.0 : f32,
    feature_index = 0 : i64
  } : (tensor<2x2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x2x2xf32>) -> (tensor<2x2x2xf32>, tensor<2xf32>, tensor<2xf32>)
  %expected0 = stablehlo.constant dense<[
      [[-0.16015625, -0.10546875], [-1.30078125, 0.00390625]],
      [[-0.3072916567325592, -0.1484375], [-0.1106770858168602, 0.78125]]
    ]> : tensor<2x2x2xf32>
  check.expect_close %result0, %expected0, max_ulp_difference = 64 : tensor<2x2x2xf32>, tensor<2x2x2xf32>
  %expected1 = stablehlo.constant dense<[3.125, -1.875]> : tensor<2xf32>
  check.expect_close %result1, %expected1, max_ulp_difference = 64 : tensor<2xf32>, tensor<2xf32>
  %expected2 = stablehlo.constant dense<[2.5, 0.25]> : tensor<2xf32>
  check.expect_close %result2, %expected2, max_ulp_difference = 64 : tensor<2xf32>, tensor<2xf32>
  return
}
