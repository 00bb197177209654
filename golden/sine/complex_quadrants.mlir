// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// complex_quadrants: every quadrant, and the axes
//   sine: For complex numbers: complex sine.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[
      (1.0, 0.5), (-1.0, 0.5), (-1.0, -0.5), (1.0, -0.5), (0.0, 0.25), (0x8000000000000000, -0.25), (2.0, 0.0), (-2.5,
      0.001)
    ]> : tensor<8xcomplex<f64>>
  %result = "stablehlo.sine"(%operand) : (tensor<8xcomplex<f64>>) -> tensor<8xcomplex<f64>>
  %expected = stablehlo.constant dense<[
      (0.9488645314371681, 0.2815489951353344), (-0.9488645314371681, 0.2815489951353344), (-0.9488645314371681,
      -0.2815489951353344), (0.9488645314371681, -0.2815489951353344), (0.0, 0.2526123168081683), (0x8000000000000000,
      -0.2526123168081683), (0.9092974268256817, 0x8000000000000000), (-0.5984724433400535, -0.0008011437490708763)
    ]> : tensor<8xcomplex<f64>>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  return
}
