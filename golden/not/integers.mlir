// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/arithmetic.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// integers: every bit is the other
//   not: For integers: bitwise NOT.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0, 1, -1, 127, -128, 85]> : tensor<6xi8>
  %result = "stablehlo.not"(%operand) : (tensor<6xi8>) -> tensor<6xi8>
  %expected = stablehlo.constant dense<[-1, -2, 0, -128, 127, -86]> : tensor<6xi8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xi8>, tensor<6xi8>) -> ()
  return
}
