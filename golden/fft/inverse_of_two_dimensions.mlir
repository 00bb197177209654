// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// inverse_of_two_dimensions: the last two dimensions of three
//   fft: result is the inverse of the computations for fft_type = FFT
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[
      [[(-3.5, 0.0), (-2.5, 1.0), (-1.5, 2.0)], [(-0.5, 3.0), (0.5, 4.0), (1.5, 0.0)]],
      [[(2.5, 1.0), (3.5, 2.0), (4.5, 3.0)], [(5.5, 4.0), (6.5, 0.0), (7.5, 1.0)]]
    ]> : tensor<2x2x3xcomplex<f64>>
  %result = "stablehlo.fft"(%operand) {
    fft_type = #stablehlo<fft_type IFFT>,
    fft_length = array<i64: 2, 3>
  } : (tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xcomplex<f64>>
  %expected = stablehlo.constant dense<[
      [
        [
          (-1.0, 1.6666666666666667), (-0.9330127018922193, -0.37200846792814624), (-0.06698729810778067,
          0.20534180126147955)
        ],
        [
          (-1.5, -0.6666666666666666), (0.7216878364870322, -0.4166666666666667), (-0.7216878364870322,
          -0.4166666666666667)
        ]
      ],
      [
        [
          (5.0, 1.8333333333333333), (-0.2113248654051871, 0.04465819873852045), (-0.7886751345948129,
          0.6220084679281462)
        ],
        [
          (-1.5, 0.16666666666666666), (0.0, -0.8333333333333334), (0.0, -0.8333333333333334)
        ]
      ]
    ]> : tensor<2x2x3xcomplex<f64>>
  // within 4 ULPs of the largest number: what cancels in a sum leaves noise
  check.expect_almost_eq %result, %expected, tolerance = 3.552713678800501e-15 : tensor<2x2x3xcomplex<f64>>
  return
}
