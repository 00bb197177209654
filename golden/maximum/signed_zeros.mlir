// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/arithmetic.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// signed_zeros: -0.0 is less than 0.0
//   maximum: For floats: `maximum` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[0.0, 0x80000000, 0x80000000]> : tensor<3xf32>
  %rhs = stablehlo.constant dense<[0x80000000, 0.0, 0x80000000]> : tensor<3xf32>
  %result = "stablehlo.maximum"(%lhs, %rhs) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %result_bits = stablehlo.bitcast_convert %result : (tensor<3xf32>) -> tensor<3xui32>
  %expected = stablehlo.constant dense<[0, 0, 2147483648]> : tensor<3xui32>
  stablehlo.custom_call @check.expect_eq(%result_bits, %expected) {has_side_effect = true} : (tensor<3xui32>, tensor<3xui32>) -> ()
  return
}
