// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// inverse: the inverse transform, divided by the length
//   fft: ifft computes the inverse of fft
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[(1.0, 1.0), (-2.0, 0.0), (3.0, -0.5), (0.0, 0.25), (4.0, 0.0)]> : tensor<5xcomplex<f64>>
  %result = "stablehlo.fft"(%operand) {
    fft_type = #stablehlo<fft_type IFFT>,
    fft_length = array<i64: 5>
  } : (tensor<5xcomplex<f64>>) -> tensor<5xcomplex<f64>>
  %expected = stablehlo.constant dense<[
      (1.2, 0.15), (-0.07363561103111851, -0.548145818459953), (-0.08085507856928355, -1.0914270622468072),
      (0.20446187631926252, 1.4605253628093124), (-0.24997118671886046, 1.0290475178974479)
    ]> : tensor<5xcomplex<f64>>
  // within 4 ULPs of the largest number: what cancels in a sum leaves noise
  check.expect_almost_eq %result, %expected, tolerance = 8.881784197001252e-16 : tensor<5xcomplex<f64>>
  return
}
