// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/choices.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// floats_to_integers: toward zero
//   convert: For conversions involving floating-point-to-integer, the fractional part is truncated.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.899999976158142, -1.899999976158142, 0.5, -0.5, 1000000000.0]> : tensor<5xf32>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf32>) -> tensor<5xi32>
  %expected = stablehlo.constant dense<[1, -1, 0, 0, 1000000000]> : tensor<5xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi32>, tensor<5xi32>) -> ()
  return
}
