// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// complex_far_from_one: what is between overflows or underflows on the straight way
//   rsqrt: For complex numbers: complex rsqrt.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[(2.999999894026671e+30, 4.000000060189865e+30)]> : tensor<1xcomplex<f32>>
  %result = "stablehlo.rsqrt"(%operand) : (tensor<1xcomplex<f32>>) -> tensor<1xcomplex<f32>>
  %expected = stablehlo.constant dense<[(4.000000067449534e-16, -2.000000033724767e-16)]> : tensor<1xcomplex<f32>>
  check.expect_close %result, %expected, max_ulp_difference = 64 : tensor<1xcomplex<f32>>, tensor<1xcomplex<f32>>
  return
}
