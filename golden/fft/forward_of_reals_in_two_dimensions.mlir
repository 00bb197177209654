// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// forward_of_reals_in_two_dimensions: reals along the last dimension
//   fft: result1[i0, ..., :] = rfft(operand[i0, ..., :]), then fft of the others
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1.0, -2.0, 3.0, 0.5, 4.0, -1.0], [0.0, 1.0, 2.0, -3.0, 5.0, 2.0]]> : tensor<2x6xf64>
  %result = "stablehlo.fft"(%operand) {
    fft_type = #stablehlo<fft_type RFFT>,
    fft_length = array<i64: 2, 6>
  } : (tensor<2x6xf64>) -> tensor<2x4xcomplex<f64>>
  %expected = stablehlo.constant dense<[
      [(12.5, 0.0), (-3.5, 5.196152422706632), (-8.5, -1.7320508075688772), (17.5, 0.0)],
      [(-1.5, 0.0), (-5.5, -1.7320508075688772), (7.5, 1.7320508075688772), (3.5, 0.0)]
    ]> : tensor<2x4xcomplex<f64>>
  // within 4 ULPs of the largest number: what cancels in a sum leaves noise
  check.expect_almost_eq %result, %expected, tolerance = 1.4210854715202004e-14 : tensor<2x4xcomplex<f64>>
  return
}
