// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/arithmetic.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// signed_zeros: the sign of a zero
//   divide: For floats: `division` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, 0.0, 0.0, 0x80000000, 1.0]> : tensor<5xf32>
  %rhs = stablehlo.constant dense<[-1.0, 3.0, -3.0, 3.0, 0xFF800000]> : tensor<5xf32>
  %result = "stablehlo.divide"(%lhs, %rhs) : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  %result_bits = stablehlo.bitcast_convert %result : (tensor<5xf32>) -> tensor<5xui32>
  %expected = stablehlo.constant dense<[3212836864, 0, 2147483648, 2147483648, 2147483648]> : tensor<5xui32>
  stablehlo.custom_call @check.expect_eq(%result_bits, %expected) {has_side_effect = true} : (tensor<5xui32>, tensor<5xui32>) -> ()
  return
}
