// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// complex_quadrants: every quadrant, and the axes
//   exponential: For complex numbers: complex exponential.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[
      (1.0, 0.5), (-1.0, 0.5), (-1.0, -0.5), (1.0, -0.5), (0.0, 0.25), (0x8000000000000000, -0.25), (2.0, 0.0), (-2.5,
      0.001)
    ]> : tensor<8xcomplex<f64>>
  %result = "stablehlo.exponential"(%operand) : (tensor<8xcomplex<f64>>) -> tensor<8xcomplex<f64>>
  %expected = stablehlo.constant dense<[
      (2.3855167309591354, 1.3032137296869954), (0.322844582450033, 0.17637079922503196), (0.322844582450033,
      -0.17637079922503196), (2.3855167309591354, -1.3032137296869954), (0.9689124217106447, 0.24740395925452294),
      (0.9689124217106447, -0.24740395925452294), (7.38905609893065, 0.0), (0.0820849575814029, 8.208498494306638e-05)
    ]> : tensor<8xcomplex<f64>>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  return
}
