// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/choices.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// floats_narrowed: values that the type has
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.5, -3.0, 1.2676506002282294e+30, 0xFFF0000000000000]> : tensor<4xf64>
  %result = "stablehlo.convert"(%operand) : (tensor<4xf64>) -> tensor<4xbf16>
  %expected = stablehlo.constant dense<[1.5, -3.0, 1.2676506002282294e+30, 0xFF80]> : tensor<4xbf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xbf16>, tensor<4xbf16>) -> ()
  return
}
