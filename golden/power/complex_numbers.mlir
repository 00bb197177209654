// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/arithmetic.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// complex_numbers: complex exponentiation
//   power: For complex numbers: complex exponentiation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[(1.0, 2.0), (0.0, 0.5), (2.0, 0.0)]> : tensor<3xcomplex<f64>>
  %rhs = stablehlo.constant dense<[(2.0, 0.0), (1.0, 1.0), (3.0, 0.0)]> : tensor<3xcomplex<f64>>
  %result = "stablehlo.power"(%lhs, %rhs) : (tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
  %expected = stablehlo.constant dense<[(-3.0, 4.0), (0.06641349971231027, 0.07995452846403403), (8.0, 0.0)]> : tensor<3xcomplex<f64>>
  check.expect_close %result, %expected, max_ulp_difference = 1024 : tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>
  return
}
