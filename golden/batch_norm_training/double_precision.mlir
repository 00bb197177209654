// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// double_precision: in f64
//   batch_norm_training: mean and variance across all dimensions except for the feature_index dimension
// agree: spec model, XLA CPU
// upstream interpreter differs: upstream.missing-operations: the interpreter has no code for async_start,
//     batch_norm_grad, batch_norm_inference, batch_norm_training, cholesky, rng, rng_bit_generator
func.func @main() {
  %operand = stablehlo.constant dense<[[1.0, 2.0], [3.0, 7.0]]> : tensor<2x2xf64>
  %scale = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %offset = stablehlo.constant dense<[0.0, 1.0]> : tensor<2xf64>
  %result0, %result1, %result2 = "stablehlo.batch_norm_training"(%operand, %scale, %offset) {
    epsilon = 0.0 : f32,
    feature_index = 1 : i64
  } : (tensor<2x2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2x2xf64>, tensor<2xf64>, tensor<2xf64>)
  %expected0 = stablehlo.constant dense<[[-1.0, -1.0], [1.0, 3.0]]> : tensor<2x2xf64>
  check.expect_close %result0, %expected0, max_ulp_difference = 64 : tensor<2x2xf64>, tensor<2x2xf64>
  %expected1 = stablehlo.constant dense<[2.0, 4.5]> : tensor<2xf64>
  check.expect_close %result1, %expected1, max_ulp_difference = 64 : tensor<2xf64>, tensor<2xf64>
  %expected2 = stablehlo.constant dense<[1.0, 6.25]> : tensor<2xf64>
  check.expect_close %result2, %expected2, max_ulp_difference = 64 : tensor<2xf64>, tensor<2xf64>
  return
}
