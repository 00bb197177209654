// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/choices.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// unsigned_integers_to_floats: 2**63 isn't negative
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0, 1, 9223372036854775808, 9007199254740991]> : tensor<4xui64>
  %result = "stablehlo.convert"(%operand) : (tensor<4xui64>) -> tensor<4xf64>
  %expected = stablehlo.constant dense<[0.0, 1.0, 9.223372036854776e+18, 9007199254740991.0]> : tensor<4xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf64>, tensor<4xf64>) -> ()
  return
}
