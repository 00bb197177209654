// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// complex_quadrants: every quadrant, and the axes
//   log_plus_one: For complex numbers: complex logarithm plus one.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[
      (1.0, 0.5), (-1.0, 0.5), (-1.0, -0.5), (1.0, -0.5), (0.0, 0.25), (0x8000000000000000, -0.25), (2.0, 0.0), (-2.5,
      0.001)
    ]> : tensor<8xcomplex<f64>>
  %result = "stablehlo.log_plus_one"(%operand) : (tensor<8xcomplex<f64>>) -> tensor<8xcomplex<f64>>
  %expected = stablehlo.constant dense<[
      (0.7234594914681627, 0.24497866312686414), (-0.6931471805599453, 1.5707963267948966), (-0.6931471805599453,
      -1.5707963267948966), (0.7234594914681627, -0.24497866312686414), (0.03031231090821742, 0.24497866312686414),
      (0.03031231090821742, -0.24497866312686414), (1.0986122886681098, 0.0), (0.4054653303303372, 3.140925987021892)
    ]> : tensor<8xcomplex<f64>>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  return
}
