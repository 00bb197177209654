// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// forward_of_reals: the first N/2 + 1 elements
//   fft: truncated_result = complex_result[:(rank(complex_result) / 2 + 1)]
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1.0, -2.0, 3.0, 0.5, 4.0, -1.0], [0.0, 1.0, 2.0, -3.0, 5.0, 2.0]]> : tensor<2x6xf64>
  %result = "stablehlo.fft"(%operand) {
    fft_type = #stablehlo<fft_type RFFT>,
    fft_length = array<i64: 6>
  } : (tensor<2x6xf64>) -> tensor<2x4xcomplex<f64>>
  %expected = stablehlo.constant dense<[
      [(5.5, 0.0), (-4.5, 1.7320508075688772), (-0.5, 0.0), (10.5, 0.0)],
      [(7.0, 0.0), (1.0, 3.4641016151377544), (-8.0, -1.7320508075688772), (7.0, 0.0)]
    ]> : tensor<2x4xcomplex<f64>>
  // within 4 ULPs of the largest number: what cancels in a sum leaves noise
  check.expect_almost_eq %result, %expected, tolerance = 7.105427357601002e-15 : tensor<2x4xcomplex<f64>>
  return
}
