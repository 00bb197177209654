// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/chlo.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// atan_complex: atan of complex numbers
//   chlo.atan: the principal value
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[(0.5, 1.0), (-0.25, -0.5)]> : tensor<2xcomplex<f64>>
  %result = "chlo.atan"(%operand) : (tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  %expected = stablehlo.constant dense<[
      (0.9078874949608804, 0.708303336014054), (-0.3143981432077165, -0.5003700000525311)
    ]> : tensor<2xcomplex<f64>>
  check.expect_close %result, %expected, max_ulp_difference = 1024 : tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>
  return
}
