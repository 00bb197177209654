// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// upper: an upper triangle
//   cholesky: result[i0, ..., iR-3, :, :] is a Cholesky decomposition of a[i0, ..., iR-3, :, :]; the other triangle
//     is masked
// agree: spec model, XLA CPU
// upstream interpreter differs: upstream.missing-operations: the interpreter has no code for async_start,
//     batch_norm_grad, batch_norm_inference, batch_norm_training, cholesky, rng, rng_bit_generator
func.func @main() {
  %a = stablehlo.constant dense<[[4.0, 2.0, -2.0], [2.0, 5.0, 3.0], [-2.0, 3.0, 6.5]]> : tensor<3x3xf64>
  %triangle = stablehlo.constant dense<[[true, true, true], [false, true, true], [false, false, true]]> : tensor<3x3xi1>
  %factor = "stablehlo.cholesky"(%a) {lower = false} : (tensor<3x3xf64>) -> tensor<3x3xf64>
  %zeros = stablehlo.constant dense<0.0> : tensor<3x3xf64>
  %result = stablehlo.select %triangle, %factor, %zeros : tensor<3x3xi1>, tensor<3x3xf64>
  %expected = stablehlo.constant dense<[[2.0, 1.0, -1.0], [0.0, 2.0, 2.0], [0.0, 0.0, 1.224744871391589]]> : tensor<3x3xf64>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<3x3xf64>, tensor<3x3xf64>
  return
}
