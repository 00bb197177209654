// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// floats: a float has 0 there
//   imag: Extracts the imaginary part, element-wise, from the operand.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.5, -2.0]> : tensor<2xf32>
  %result = "stablehlo.imag"(%operand) : (tensor<2xf32>) -> tensor<2xf32>
  %expected = stablehlo.constant dense<0.0> : tensor<2xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}
