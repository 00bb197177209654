// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/arithmetic.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// all_bits_and_more: by the width of the type and by more: no bit of lhs is left
//   shift_right_arithmetic: Performs element-wise arithmetic right-shift operation on the lhs tensor by rhs number
//     of bits.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1, -1, 100, -100]> : tensor<4xi8>
  %rhs = stablehlo.constant dense<[8, 8, 100, 127]> : tensor<4xi8>
  %result = "stablehlo.shift_right_arithmetic"(%lhs, %rhs) : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi8>
  %expected = stablehlo.constant dense<[0, -1, 0, -1]> : tensor<4xi8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi8>, tensor<4xi8>) -> ()
  return
}
