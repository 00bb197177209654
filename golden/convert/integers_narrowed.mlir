// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/choices.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// integers_narrowed: values that fit
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[-128, -1, 0, 127]> : tensor<4xi64>
  %result = "stablehlo.convert"(%operand) : (tensor<4xi64>) -> tensor<4xi8>
  %expected = stablehlo.constant dense<[-128, -1, 0, 127]> : tensor<4xi8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi8>, tensor<4xi8>) -> ()
  return
}
