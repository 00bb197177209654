// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// complex_numbers: complex modulus, a real number
//   abs: For complex numbers: complex modulus.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[(3.0, 4.0), (-5.0, -12.0), (1.0, 1.0), (2.0, 0.0)]> : tensor<4xcomplex<f32>>
  %result = "stablehlo.abs"(%operand) : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %expected = stablehlo.constant dense<[5.0, 13.0, 1.4142135381698608, 2.0]> : tensor<4xf32>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xf32>, tensor<4xf32>
  return
}
