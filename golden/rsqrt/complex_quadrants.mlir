// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// complex_quadrants: every quadrant, and the axes
//   rsqrt: For complex numbers: complex reciprocal square root.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[
      (1.0, 0.5), (-1.0, 0.5), (-1.0, -0.5), (1.0, -0.5), (0.0, 0.25), (0x8000000000000000, -0.25), (2.0, 0.0), (-2.5,
      0.001)
    ]> : tensor<8xcomplex<f64>>
  %result = "stablehlo.rsqrt"(%operand) : (tensor<8xcomplex<f64>>) -> tensor<8xcomplex<f64>>
  %expected = stablehlo.constant dense<[
      (0.920442065259926, -0.21728689675164017), (0.21728689675164017, -0.920442065259926), (0.21728689675164017,
      0.920442065259926), (0.920442065259926, 0.21728689675164017), (1.4142135623730951, -1.4142135623730951),
      (1.4142135623730951, 1.4142135623730951), (0.7071067811865476, 0x8000000000000000), (0.00012649109375762613,
      -0.6324554940863484)
    ]> : tensor<8xcomplex<f64>>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  return
}
