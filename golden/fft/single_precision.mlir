// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// single_precision: complex<f32>
//   fft: result[i0, ..., :] = fft(operand[i0, ..., :])
// agree: spec model, XLA CPU
// upstream interpreter differs: upstream.fft-of-single-precision: the interpreter computes in f64 and aborts
//     where the result is complex<f32> (StableHLO before 1.22.0)
func.func @main() {
  %operand = stablehlo.constant dense<[(1.0, 0.0), (0.0, 2.0), (-1.0, 0.0), (3.0, 0.0)]> : tensor<4xcomplex<f32>>
  %result = "stablehlo.fft"(%operand) {
    fft_type = #stablehlo<fft_type FFT>,
    fft_length = array<i64: 4>
  } : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  %expected = stablehlo.constant dense<[(3.0, 2.0), (4.0, 3.0), (-3.0, -2.0), (0.0, -3.0)]> : tensor<4xcomplex<f32>>
  // within 4 ULPs of the largest number: what cancels in a sum leaves noise
  check.expect_almost_eq %result, %expected, tolerance = 1.9073486328125e-06 : tensor<4xcomplex<f32>>
  return
}
