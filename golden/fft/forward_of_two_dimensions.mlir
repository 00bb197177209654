// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// forward_of_two_dimensions: the last two dimensions of three
//   fft: the final result of a series of L computations where L = size(fft_length)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[
      [[(-3.5, 0.0), (-2.5, 1.0), (-1.5, 2.0)], [(-0.5, 3.0), (0.5, 4.0), (1.5, 0.0)]],
      [[(2.5, 1.0), (3.5, 2.0), (4.5, 3.0)], [(5.5, 4.0), (6.5, 0.0), (7.5, 1.0)]]
    ]> : tensor<2x2x3xcomplex<f64>>
  %result = "stablehlo.fft"(%operand) {
    fft_type = #stablehlo<fft_type FFT>,
    fft_length = array<i64: 2, 3>
  } : (tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xcomplex<f64>>
  %expected = stablehlo.constant dense<[
      [
        [
          (-6.0, 10.0), (-0.40192378864668404, 1.2320508075688772), (-5.598076211353316, -2.232050807568877)
        ],
        [(-9.0, -4.0), (-4.330127018922194, -2.5), (4.330127018922194, -2.5)]
      ],
      [
        [
          (30.0, 11.0), (-4.732050807568878, 3.732050807568877), (-1.2679491924311228, 0.2679491924311227)
        ],
        [(-9.0, 1.0), (0.0, -5.0), (0.0, -5.0)]
      ]
    ]> : tensor<2x2x3xcomplex<f64>>
  // within 4 ULPs of the largest number: what cancels in a sum leaves noise
  check.expect_almost_eq %result, %expected, tolerance = 1.4210854715202004e-14 : tensor<2x2x3xcomplex<f64>>
  return
}
