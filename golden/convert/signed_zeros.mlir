// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/choices.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// signed_zeros: -0.0 stays -0.0
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0x80000000, 0.0]> : tensor<2xf32>
  %result = "stablehlo.convert"(%operand) : (tensor<2xf32>) -> tensor<2xf64>
  %result_bits = stablehlo.bitcast_convert %result : (tensor<2xf64>) -> tensor<2xui64>
  %expected = stablehlo.constant dense<[9223372036854775808, 0]> : tensor<2xui64>
  stablehlo.custom_call @check.expect_eq(%result_bits, %expected) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  return
}
