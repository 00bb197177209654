// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// integers: integer modulus
//   abs: For signed integers: integer modulus.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[-2, 0, 7, -2147483647]> : tensor<4xi32>
  %result = "stablehlo.abs"(%operand) : (tensor<4xi32>) -> tensor<4xi32>
  %expected = stablehlo.constant dense<[2, 0, 7, 2147483647]> : tensor<4xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  return
}
