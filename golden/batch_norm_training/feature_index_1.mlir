// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// feature_index_1: features along dimension 1
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
    feature_index = 1 : i64
  } : (tensor<2x2x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x2x2xf32>, tensor<2xf32>, tensor<2xf32>)
  %expected0 = stablehlo.constant dense<[
      [
        [0.21961314976215363, 0.4627079963684082],
        [2.645594835281372, 2.435576915740967]
      ],
      [
        [-1.2389559745788574, 1.556634783744812],
        [3.223144054412842, 3.6956841945648193]
      ]
    ]> : tensor<2x2x2xf32>
  check.expect_close %result0, %expected0, max_ulp_difference = 64 : tensor<2x2x2xf32>, tensor<2x2x2xf32>
  %expected1 = stablehlo.constant dense<[1.125, 1.3125]> : tensor<2xf32>
  check.expect_close %result1, %expected1, max_ulp_difference = 64 : tensor<2xf32>, tensor<2xf32>
  %expected2 = stablehlo.constant dense<[16.796875, 5.54296875]> : tensor<2xf32>
  check.expect_close %result2, %expected2, max_ulp_difference = 64 : tensor<2xf32>, tensor<2xf32>
  return
}
