// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/choices.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// floats_of_8_bits: values that the type has
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.5, -3.0, 448.0, 0.001953125]> : tensor<4xf32>
  %result = "stablehlo.convert"(%operand) : (tensor<4xf32>) -> tensor<4xf8E4M3FN>
  %expected = stablehlo.constant dense<[1.5, -3.0, 448.0, 0.001953125]> : tensor<4xf8E4M3FN>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf8E4M3FN>, tensor<4xf8E4M3FN>) -> ()
  return
}
