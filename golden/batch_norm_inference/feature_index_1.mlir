// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// feature_index_1: features along dimension 1
//   batch_norm_inference: batch_norm_inference: normalized_operand = (operand - mean) / sqrt(variance + epsilon);
//     scale * normalized_operand + offset
// agree: spec model, XLA CPU
// upstream interpreter differs: upstream.missing-operations: the interpreter has no code for async_start,
//     batch_norm_grad, batch_norm_inference, batch_norm_training, cholesky, rng, rng_bit_generator
func.func @main() {
  %operand = stablehlo.constant dense<[[[1.0, 2.0], [3.0, 4.0]], [[-5.0, 6.5], [0.25, -2.0]]]> : tensor<2x2x2xf32>
  %scale = stablehlo.constant dense<[1.0, -0.5]> : tensor<2xf32>
  %offset = stablehlo.constant dense<[0.25, 3.0]> : tensor<2xf32>
  %mean = stablehlo.constant dense<[0.5, 2.0]> : tensor<2xf32>
  %variance = stablehlo.constant dense<[4.0, 9.0]> : tensor<2xf32>
  %result = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) {
    epsilon = 0.0 : f32,
    feature_index = 1 : i64
  } : (tensor<2x2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x2x2xf32>
  %expected = stablehlo.constant dense<[
      [[0.5, 1.0], [2.8333332538604736, 2.6666667461395264]],
      [[-2.5, 3.25], [3.2916667461395264, 3.6666667461395264]]
    ]> : tensor<2x2x2xf32>
  check.expect_close %result, %expected, max_ulp_difference = 64 : tensor<2x2x2xf32>, tensor<2x2x2xf32>
  return
}
