// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// complex_numbers: complex reciprocal square root
//   rsqrt: For complex numbers: complex reciprocal square root.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[(0.5, 1.0), (-1.25, -0.5), (2.0, -0.25)]> : tensor<3xcomplex<f64>>
  %result = "stablehlo.rsqrt"(%operand) : (tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
  %expected = stablehlo.constant dense<[
      (0.8044958641907104, -0.49720578787857844), (0.16298187060899497, 0.846296793424742), (0.7030101815281646,
      0.043767830932898176)
    ]> : tensor<3xcomplex<f64>>
  check.expect_close %result, %expected, max_ulp_difference = 1024 : tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>
  return
}
