// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/arithmetic.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// unsigned_integers: every bit is the other
//   not: For integers: bitwise NOT.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0, 1, 255, 128, 85]> : tensor<5xui8>
  %result = "stablehlo.not"(%operand) : (tensor<5xui8>) -> tensor<5xui8>
  %expected = stablehlo.constant dense<[255, 254, 0, 127, 170]> : tensor<5xui8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xui8>, tensor<5xui8>) -> ()
  return
}
