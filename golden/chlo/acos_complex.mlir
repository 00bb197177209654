// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/chlo.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// acos_complex: acos of complex numbers
//   chlo.acos: the principal value
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[(0.5, 1.0), (-0.25, -0.5)]> : tensor<2xcomplex<f64>>
  %result = "chlo.acos"(%operand) : (tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  %expected = stablehlo.constant dense<[
      (1.2213572639376833, -0.9261330313501824), (1.7951247794295642, 0.4926756834207706)
    ]> : tensor<2xcomplex<f64>>
  check.expect_close %result, %expected, max_ulp_difference = 1024 : tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>
  return
}
