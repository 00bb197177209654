// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// complex_numbers: complex cosine
//   cosine: For complex numbers: complex cosine.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[(0.5, 1.0), (-1.25, -0.5), (2.0, -0.25)]> : tensor<3xcomplex<f64>>
  %result = "stablehlo.cosine"(%operand) : (tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
  %expected = stablehlo.constant dense<[
      (1.3541806567045842, -0.5634214652309818), (0.355565683247121, -0.49451143013196674), (-0.42921929868816616,
      0.22969972965814134)
    ]> : tensor<3xcomplex<f64>>
  check.expect_close %result, %expected, max_ulp_difference = 1024 : tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>
  return
}
