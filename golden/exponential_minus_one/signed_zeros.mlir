// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// signed_zeros: an odd function keeps the sign of a zero
//   exponential_minus_one: For floats: `expm1` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.0, 0x80000000]> : tensor<2xf32>
  %result = "stablehlo.exponential_minus_one"(%operand) : (tensor<2xf32>) -> tensor<2xf32>
  %result_bits = stablehlo.bitcast_convert %result : (tensor<2xf32>) -> tensor<2xui32>
  %expected = stablehlo.constant dense<[0, 2147483648]> : tensor<2xui32>
  stablehlo.custom_call @check.expect_eq(%result_bits, %expected) {has_side_effect = true} : (tensor<2xui32>, tensor<2xui32>) -> ()
  return
}
