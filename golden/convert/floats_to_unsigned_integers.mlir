// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/choices.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// floats_to_unsigned_integers: up to the largest
//   convert: For conversions involving floating-point-to-integer, the fractional part is truncated.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.8999999761581421, 255.89999389648438, 128.5, -0.8999999761581421]> : tensor<4xf32>
  %result = "stablehlo.convert"(%operand) : (tensor<4xf32>) -> tensor<4xui8>
  %expected = stablehlo.constant dense<[0, 255, 128, 0]> : tensor<4xui8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xui8>, tensor<4xui8>) -> ()
  return
}
