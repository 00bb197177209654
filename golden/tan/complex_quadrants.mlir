// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// complex_quadrants: every quadrant, and the axes
//   tan: For complex numbers: complex tangent.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[
      (1.0, 0.5), (-1.0, 0.5), (-1.0, -0.5), (1.0, -0.5), (0.0, 0.25), (0x8000000000000000, -0.25), (2.0, 0.0), (-2.5,
      0.001)
    ]> : tensor<8xcomplex<f64>>
  %result = "stablehlo.tan"(%operand) : (tensor<8xcomplex<f64>>) -> tensor<8xcomplex<f64>>
  %expected = stablehlo.constant dense<[
      (0.806877412163085, 1.0428307283443612), (-0.806877412163085, 1.0428307283443612), (-0.806877412163085,
      -1.0428307283443612), (0.806877412163085, -1.0428307283443612), (0.0, 0.24491866240370913), (0x8000000000000000,
      -0.24491866240370913), (-2.185039863261519, 0.0), (0.7470211333477381, 0.001558040923772315)
    ]> : tensor<8xcomplex<f64>>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  return
}
