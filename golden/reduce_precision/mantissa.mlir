// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/choices.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// mantissa: ties go to the even value
//   reduce_precision: The mantissa bits of the original value are updated to round it to the nearest value
//     representable.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.00048828125, 1.00146484375, 1.0004892349243164, -0.10000000149011612]> : tensor<4xf32>
  %result = "stablehlo.reduce_precision"(%operand) {
    exponent_bits = 5 : i32,
    mantissa_bits = 10 : i32
  } : (tensor<4xf32>) -> tensor<4xf32>
  %expected = stablehlo.constant dense<[1.0, 1.001953125, 1.0009765625, -0.0999755859375]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}
