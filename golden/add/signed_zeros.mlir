// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/arithmetic.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// signed_zeros: the sign of a zero
//   add: For floats: `addition` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[0.0, 0.0, 0x80000000, 0x80000000, 1.0, 2.0, -2.0]> : tensor<7xf32>
  %rhs = stablehlo.constant dense<[0.0, 0x80000000, 0.0, 0x80000000, -1.0, 0.0, 0.0]> : tensor<7xf32>
  %result = "stablehlo.add"(%lhs, %rhs) : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xf32>
  %result_bits = stablehlo.bitcast_convert %result : (tensor<7xf32>) -> tensor<7xui32>
  %expected = stablehlo.constant dense<[0, 0, 0, 2147483648, 0, 1073741824, 3221225472]> : tensor<7xui32>
  stablehlo.custom_call @check.expect_eq(%result_bits, %expected) {has_side_effect = true} : (tensor<7xui32>, tensor<7xui32>) -> ()
  return
}
