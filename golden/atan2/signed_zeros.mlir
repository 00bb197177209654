// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/arithmetic.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// signed_zeros: the sign is that of lhs
//   atan2: For floats: `atan2` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[0.0, 0x80000000, 0.0, 0x80000000]> : tensor<4xf32>
  %rhs = stablehlo.constant dense<[1.0, 1.0, 0.0, 0.0]> : tensor<4xf32>
  %result = "stablehlo.atan2"(%lhs, %rhs) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %result_bits = stablehlo.bitcast_convert %result : (tensor<4xf32>) -> tensor<4xui32>
  %expected = stablehlo.constant dense<[0, 2147483648, 0, 2147483648]> : tensor<4xui32>
  stablehlo.custom_call @check.expect_eq(%result_bits, %expected) {has_side_effect = true} : (tensor<4xui32>, tensor<4xui32>) -> ()
  return
}
