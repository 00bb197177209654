// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/choices.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// all_bits: the type's own bits change nothing
//   reduce_precision: The mantissa bits of the original value are updated to round it to the nearest value
//     representable.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.10000000149011612, -1.0000000150474662e+30, 65519.0]> : tensor<3xf32>
  %result = "stablehlo.reduce_precision"(%operand) {
    exponent_bits = 8 : i32,
    mantissa_bits = 23 : i32
  } : (tensor<3xf32>) -> tensor<3xf32>
  %expected = stablehlo.constant dense<[0.10000000149011612, -1.0000000150474662e+30, 65519.0]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
  return
}
