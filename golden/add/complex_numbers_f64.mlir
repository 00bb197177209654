// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/element_types.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// complex_numbers_f64: to the last bit of f64
//   add: For complex numbers: complex addition.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[(1.0000000000000002, 1.0), (2.0, -1.0000000000000002)]> : tensor<2xcomplex<f64>>
  %rhs = stablehlo.constant dense<[(1.0, 1.0000000000000002), (2.0, -1.0)]> : tensor<2xcomplex<f64>>
  %result = "stablehlo.add"(%lhs, %rhs) : (tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  %expected = stablehlo.constant dense<[(2.0, 2.0), (4.0, -2.0)]> : tensor<2xcomplex<f64>>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>) -> ()
  return
}
