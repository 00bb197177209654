// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/choices.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// floats_widened: exact values
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.5, -0.0999755859375, 65504.0, 5.960464477539063e-08, 0x7C00]> : tensor<5xf16>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf16>) -> tensor<5xf64>
  %expected = stablehlo.constant dense<[1.5, -0.0999755859375, 65504.0, 5.960464477539063e-08, 0x7FF0000000000000]> : tensor<5xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf64>, tensor<5xf64>) -> ()
  return
}
