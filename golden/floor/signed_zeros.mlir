// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// signed_zeros: what becomes zero keeps its sign
//   floor: Implements the `roundToIntegralTowardNegative` operation from the IEEE-754 specification.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.0, 0x80000000, 0.25]> : tensor<3xf32>
  %result = "stablehlo.floor"(%operand) : (tensor<3xf32>) -> tensor<3xf32>
  %result_bits = stablehlo.bitcast_convert %result : (tensor<3xf32>) -> tensor<3xui32>
  %expected = stablehlo.constant dense<[0, 2147483648, 0]> : tensor<3xui32>
  stablehlo.custom_call @check.expect_eq(%result_bits, %expected) {has_side_effect = true} : (tensor<3xui32>, tensor<3xui32>) -> ()
  return
}
