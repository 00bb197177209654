// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/arithmetic.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// signed_integers: of negative numbers too
//   shift_right_arithmetic: Performs element-wise arithmetic right-shift operation on the lhs tensor by rhs number
//     of bits.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1, 1, -1, -128, 85, -86]> : tensor<6xi8>
  %rhs = stablehlo.constant dense<[0, 3, 1, 7, 1, 2]> : tensor<6xi8>
  %result = "stablehlo.shift_right_arithmetic"(%lhs, %rhs) : (tensor<6xi8>, tensor<6xi8>) -> tensor<6xi8>
  %expected = stablehlo.constant dense<[1, 0, -1, -1, 42, -22]> : tensor<6xi8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xi8>, tensor<6xi8>) -> ()
  return
}
