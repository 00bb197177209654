// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/choices.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// overflow: what doesn't fit into the exponent becomes an infinity
//   reduce_precision: the intermediate result overflows to infinity using the original sign
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[65519.0, 65520.0, -10000000000.0, 0x7F800000]> : tensor<4xf32>
  %result = "stablehlo.reduce_precision"(%operand) {
    exponent_bits = 5 : i32,
    mantissa_bits = 10 : i32
  } : (tensor<4xf32>) -> tensor<4xf32>
  %expected = stablehlo.constant dense<[65504.0, 0x7F800000, 0xFF800000, 0x7F800000]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}
