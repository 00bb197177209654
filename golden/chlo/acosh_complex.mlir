// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/chlo.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// acosh_complex: acosh of complex numbers
//   chlo.acosh: the principal value
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[(0.5, 1.0), (-0.25, -0.5)]> : tensor<2xcomplex<f64>>
  %result = "chlo.acosh"(%operand) : (tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  %expected = stablehlo.constant dense<[
      (0.9261330313501824, 1.2213572639376833), (0.4926756834207706, -1.7951247794295642)
    ]> : tensor<2xcomplex<f64>>
  check.expect_close %result, %expected, max_ulp_difference = 1024 : tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>
  return
}
