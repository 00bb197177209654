// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// complex_numbers: complex tangent
//   tan: For complex numbers: complex tangent.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[(0.5, 1.0), (-1.25, -0.5), (2.0, -0.25)]> : tensor<3xcomplex<f64>>
  %result = "stablehlo.tan"(%operand) : (tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
  %expected = stablehlo.constant dense<[
      (0.195577310065934, 0.8429662048457832), (-0.8066346988510736, -1.583963548284424), (-1.5966892107707558,
      -1.099398135211779)
    ]> : tensor<3xcomplex<f64>>
  check.expect_close %result, %expected, max_ulp_difference = 1024 : tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>
  return
}
