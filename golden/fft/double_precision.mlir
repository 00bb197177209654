// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// double_precision: in f64, not in f32
//   fft: result[i0, ..., :] = fft(operand[i0, ..., :])
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[(0.1, 0.7), (-0.3, 0.0), (0.3333333333333333, 0.0)]> : tensor<3xcomplex<f64>>
  %result = "stablehlo.fft"(%operand) {
    fft_type = #stablehlo<fft_type FFT>,
    fft_length = array<i64: 3>
  } : (tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
  %expected = stablehlo.constant dense<[
      (0.13333333333333333, 0.7), (0.08333333333333334, 1.2484827557301443), (0.08333333333333334, 0.1515172442698555)
    ]> : tensor<3xcomplex<f64>>
  check.expect_close %result, %expected, max_ulp_difference = 1024 : tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>
  return
}
