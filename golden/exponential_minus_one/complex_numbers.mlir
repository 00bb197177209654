// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// complex_numbers: complex exponential minus one
//   exponential_minus_one: For complex numbers: complex exponential minus one.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[(0.5, 1.0), (-1.25, -0.5), (2.0, -0.25)]> : tensor<3xcomplex<f64>>
  %result = "stablehlo.exponential_minus_one"(%operand) : (tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
  %expected = stablehlo.constant dense<[
      (-0.10919209570687138, 1.3873511113297634), (-0.7485683863775535, -0.1373577165473844), (6.159348238970706,
      -1.8280817340292228)
    ]> : tensor<3xcomplex<f64>>
  check.expect_close %result, %expected, max_ulp_difference = 1024 : tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>
  return
}
