// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// feature_index_2: features along dimension 2
//   batch_norm_training: mean and variance across all dimensions except for the feature_index dimension
// agree: spec model, XLA CPU
// upstream interpreter differs: upstream.missing-operations: the interpreter has no code for async_start,
//     batch_norm_grad, batch_norm_inference, batch_norm_training, cholesky, rng, rng_bit_generator
func.func @main() {
  %operand = stablehlo.constant dense<[[[1.0, 2.0], [3.0, 4.0]], [[-5.0, 6.5], [0.25, -2.0]]]> : tensor<2x2x2xf32>
  %scale = stablehlo.constant dense<[1.0, -0.5]> : tensor<2xf32>
  %offset = stablehlo.constant dense<[0.25, 3.0]> : tensor<2xf32>
  %result0, %result1, %result2 = "stablehlo.batch_norm_training"(%operand, %scale, %offset) {
    epsilon = 0.125 : f32,
    feature_index = 2 : i64
  } : (tensor<2x2x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x2x2xf32>, tensor<2xf32>, tensor<2xf32>)
  %expected0 = stablehlo.constant dense<[
      [
        [0.6490504741668701, 3.0998404026031494],
        [1.3211355209350586, 2.780351161956787]
      ],
      [
        [-1.3672045469284058, 2.3809895515441895],
        [0.3970186114311218, 3.738818883895874]
      ]
    ]> : tensor<2x2x2xf32>
  check.expect_close %result0, %expected0, max_ulp_difference = 64 : tensor<2x2x2xf32>, tensor<2x2x2xf32>
  %expected1 = stablehlo.constant dense<[-0.1875, 2.625]> : tensor<2xf32>
  check.expect_close %result1, %expected1, max_ulp_difference = 64 : tensor<2xf32>, tensor<2xf32>
  %expected2 = stablehlo.constant dense<[8.73046875, 9.671875]> : tensor<2xf32>
  check.expect_close %result2, %expected2, max_ulp_difference = 64 : tensor<2xf32>, tensor<2xf32>
  return
}
