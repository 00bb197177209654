// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// inverse_to_an_odd_length: there is no last real element
//   fft: irfft computes the inverse of rfft
// agree: spec model, XLA CPU
// upstream interpreter differs: upstream.irfft-of-odd-length: the interpreter takes the last element for one of
//     an even length, which has no mirror image
func.func @main() {
  %operand = stablehlo.constant dense<[(3.0, 0.0), (1.0, -2.0), (-0.5, 1.0)]> : tensor<3xcomplex<f64>>
  %result = "stablehlo.fft"(%operand) {
    fft_type = #stablehlo<fft_type IRFFT>,
    fft_length = array<i64: 5>
  } : (tensor<3xcomplex<f64>>) -> tensor<5xf64>
  %expected = stablehlo.constant dense<[
      0.8, 1.411141308744102, 1.0652406117270714, -0.6360610049770083, 0.35967908450583486
    ]> : tensor<5xf64>
  // within 4 ULPs of the largest number: what cancels in a sum leaves noise
  check.expect_almost_eq %result, %expected, tolerance = 8.881784197001252e-16 : tensor<5xf64>
  return
}
