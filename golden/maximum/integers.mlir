// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/arithmetic.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// integers: signed integers
//   maximum: For integers: integer maximum.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[7, -7, 7, -7, 0, -6, 6, 2147483642, -2147483648]> : tensor<9xi32>
  %rhs = stablehlo.constant dense<[3, 3, -3, -3, 5, 3, -3, 5, 2147483647]> : tensor<9xi32>
  %result = "stablehlo.maximum"(%lhs, %rhs) : (tensor<9xi32>, tensor<9xi32>) -> tensor<9xi32>
  %expected = stablehlo.constant dense<[7, 3, 7, -3, 5, 3, 6, 2147483642, 2147483647]> : tensor<9xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<9xi32>, tensor<9xi32>) -> ()
  return
}
