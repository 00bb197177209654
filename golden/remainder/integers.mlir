// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/arithmetic.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// integers: the sign is the dividend's
//   remainder: The sign of the result is taken from the dividend, and its absolute value is less than the
//     divisor's.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[7, -7, 7, -7, 0, -6, 6, 2147483642]> : tensor<8xi32>
  %rhs = stablehlo.constant dense<[3, 3, -3, -3, 5, 3, -3, 5]> : tensor<8xi32>
  %result = "stablehlo.remainder"(%lhs, %rhs) : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
  %expected = stablehlo.constant dense<[1, -1, 1, -1, 0, 0, 0, 2]> : tensor<8xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<8xi32>, tensor<8xi32>) -> ()
  return
}
