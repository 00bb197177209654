// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/choices.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// no_mantissa_bits: powers of two are left
//   reduce_precision: The mantissa bits of the original value are updated to round it to the nearest value
//     representable.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.25, 1.75, -3.5, 5.0]> : tensor<4xf32>
  %result = "stablehlo.reduce_precision"(%operand) {
    exponent_bits = 8 : i32,
    mantissa_bits = 0 : i32
  } : (tensor<4xf32>) -> tensor<4xf32>
  %expected = stablehlo.constant dense<[1.0, 2.0, -4.0, 4.0]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}
