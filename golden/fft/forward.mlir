// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// forward: the discrete Fourier transform
//   fft: result[i0, ..., :] = fft(operand[i0, ..., :])
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[(1.0, 1.0), (-2.0, 0.0), (3.0, -0.5), (0.0, 0.25), (4.0, 0.0)]> : tensor<5xcomplex<f64>>
  %result = "stablehlo.fft"(%operand) {
    fft_type = #stablehlo<fft_type FFT>,
    fft_length = array<i64: 5>
  } : (tensor<5xcomplex<f64>>) -> tensor<5xcomplex<f64>>
  %expected = stablehlo.constant dense<[
      (6.0, 0.75), (-1.2498559335943022, 5.145237589487239), (1.0223093815963127, 7.302626814046563),
      (-0.4042753928464178, -5.457135311234036), (-0.3681780551555926, -2.740729092299765)
    ]> : tensor<5xcomplex<f64>>
  // within 4 ULPs of the largest number: what cancels in a sum leaves noise
  check.expect_almost_eq %result, %expected, tolerance = 3.552713678800501e-15 : tensor<5xcomplex<f64>>
  return
}
