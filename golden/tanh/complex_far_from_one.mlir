// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// complex_far_from_one: what is between overflows or underflows on the straight way
//   tanh: For complex numbers: complex tanh.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[(90.0, 1.0), (-90.0, 1.0)]> : tensor<2xcomplex<f32>>
  %result = "stablehlo.tanh"(%operand) : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  %expected = stablehlo.constant dense<[(1.0, 0.0), (-1.0, 0.0)]> : tensor<2xcomplex<f32>>
  check.expect_close %result, %expected, max_ulp_difference = 64 : tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>
  return
}
