// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/choices.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// integers_to_floats: integers that the type has
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[-16777216, -1, 0, 16777215, 1073741824]> : tensor<5xi32>
  %result = "stablehlo.convert"(%operand) : (tensor<5xi32>) -> tensor<5xf32>
  %expected = stablehlo.constant dense<[-16777216.0, -1.0, 0.0, 16777215.0, 1073741824.0]> : tensor<5xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
  return
}
