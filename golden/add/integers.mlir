// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/arithmetic.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// integers: integers of either sign
//   add: For integers: integer addition.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[7, -7, 7, -7, 0, -6, 6, 2147483642]> : tensor<8xi32>
  %rhs = stablehlo.constant dense<[3, 3, -3, -3, 5, 3, -3, 5]> : tensor<8xi32>
  %result = "stablehlo.add"(%lhs, %rhs) : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
  %expected = stablehlo.constant dense<[10, -4, 4, -10, 5, -3, 3, 2147483647]> : tensor<8xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<8xi32>, tensor<8xi32>) -> ()
  return
}
