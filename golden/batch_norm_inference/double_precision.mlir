// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// double_precision: in f64
//   batch_norm_inference: batch_norm_inference: normalized_operand = (operand - mean) / sqrt(variance + epsilon);
//     scale * normalized_operand + offset
// agree: spec model, XLA CPU
// upstream interpreter differs: upstream.missing-operations: the interpreter has no code for async_start,
//     batch_norm_grad, batch_norm_inference, batch_norm_training, cholesky, rng, rng_bit_generator
func.func @main() {
  %operand = stablehlo.constant dense<[[1.0, 2.0], [3.0, 7.0]]> : tensor<2x2xf64>
  %scale = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %offset = stablehlo.constant dense<[0.0, 1.0]> : tensor<2xf64>
  %mean = stablehlo.constant dense<[2.0, 4.0]> : tensor<2xf64>
  %variance = stablehlo.constant dense<[3.0, 5.0]> : tensor<2xf64>
  %result = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) {
    epsilon = 0.0 : f32,
    feature_index = 1 : i64
  } : (tensor<2x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> tensor<2x2xf64>
  %expected = stablehlo.constant dense<[
      [-0.5773502691896257, -0.7888543819998317],
      [0.5773502691896257, 3.6832815729997477]
    ]> : tensor<2x2xf64>
  check.expect_close %result, %expected, max_ulp_difference = 64 : tensor<2x2xf64>, tensor<2x2xf64>
  return
}
