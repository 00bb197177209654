// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// from_parts_f64: real and imaginary part
//   complex: Performs element-wise conversion to a complex value from a pair of real and imaginary values, lhs and
//     rhs.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, -3.0]> : tensor<2xf64>
  %rhs = stablehlo.constant dense<[2.0, 0.1]> : tensor<2xf64>
  %result = "stablehlo.complex"(%lhs, %rhs) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xcomplex<f64>>
  %expected = stablehlo.constant dense<[(1.0, 2.0), (-3.0, 0.1)]> : tensor<2xcomplex<f64>>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>) -> ()
  return
}
