// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// complex_far_from_one: what is between overflows or underflows on the straight way
//   logistic: For complex numbers: complex logistic.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[(100.0, 1.0), (-80.0, 1.0)]> : tensor<2xcomplex<f32>>
  %result = "stablehlo.logistic"(%operand) : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  %expected = stablehlo.constant dense<[(1.0, 3.0828566215145976e-44), (9.751653322075033e-36, 1.5187300916846306e-35)]> : tensor<2xcomplex<f32>>
  check.expect_close %result, %expected, max_ulp_difference = 64 : tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>
  return
}
