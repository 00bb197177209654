// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/chlo.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// atanh_complex: atanh of complex numbers
//   chlo.atanh: the principal value
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[(0.5, 1.0), (-0.25, -0.5)]> : tensor<2xcomplex<f64>>
  %result = "chlo.atanh"(%operand) : (tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  %expected = stablehlo.constant dense<[
      (0.2388778612568591, 0.847575660670829), (-0.20058661813123432, -0.4842544903299662)
    ]> : tensor<2xcomplex<f64>>
  check.expect_close %result, %expected, max_ulp_difference = 1024 : tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>
  return
}
