// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/element_types.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// complex_numbers_f64: in f64
//   divide: For complex numbers: complex division.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[(0.3333333333333333, 0.9), (0.7, -3.0)]> : tensor<2xcomplex<f64>>
  %rhs = stablehlo.constant dense<[(0.3, -1.0), (1.1, 0.2)]> : tensor<2xcomplex<f64>>
  %result = "stablehlo.divide"(%lhs, %rhs) : (tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  %expected = stablehlo.constant dense<[(-0.7339449541284404, 0.5535168195718654), (0.13599999999999995, -2.752)]> : tensor<2xcomplex<f64>>
  check.expect_close %result, %expected, max_ulp_difference = 64 : tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>
  return
}
