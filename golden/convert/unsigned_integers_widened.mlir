// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/choices.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// unsigned_integers_widened: ui8 200 is 200
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0, 127, 128, 200, 255]> : tensor<5xui8>
  %result = "stablehlo.convert"(%operand) : (tensor<5xui8>) -> tensor<5xi32>
  %expected = stablehlo.constant dense<[0, 127, 128, 200, 255]> : tensor<5xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi32>, tensor<5xi32>) -> ()
  return
}
