// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// inverse_to_reals: an even length
//   fft: irfft computes the inverse of rfft
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[(3.0, 0.0), (1.0, -2.0), (-0.5, 1.0), (2.0, 0.0)]> : tensor<4xcomplex<f64>>
  %result = "stablehlo.fft"(%operand) {
    fft_type = #stablehlo<fft_type IRFFT>,
    fft_length = array<i64: 6>
  } : (tensor<4xcomplex<f64>>) -> tensor<6xf64>
  %expected = stablehlo.constant dense<[
      1.0, 0.7053418012614795, 1.6160254037844386, -0.3333333333333333, -0.11602540378443865, 0.1279915320718538
    ]> : tensor<6xf64>
  // within 4 ULPs of the largest number: what cancels in a sum leaves noise
  check.expect_almost_eq %result, %expected, tolerance = 8.881784197001252e-16 : tensor<6xf64>
  return
}
