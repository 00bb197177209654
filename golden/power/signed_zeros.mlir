// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/arithmetic.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// signed_zeros: an odd power of -0.0 has its sign
//   power: For floats: `pow` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[0x80000000, 0x80000000, 0x80000000, 0xFF800000, 0xFF800000]> : tensor<5xf32>
  %rhs = stablehlo.constant dense<[3.0, 2.0, -3.0, 3.0, -3.0]> : tensor<5xf32>
  %result = "stablehlo.power"(%lhs, %rhs) : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  %result_bits = stablehlo.bitcast_convert %result : (tensor<5xf32>) -> tensor<5xui32>
  %expected = stablehlo.constant dense<[2147483648, 0, 4286578688, 4286578688, 2147483648]> : tensor<5xui32>
  stablehlo.custom_call @check.expect_eq(%result_bits, %expected) {has_side_effect = true} : (tensor<5xui32>, tensor<5xui32>) -> ()
  return
}
