// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/arithmetic.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// integers: integers of either sign
//   divide: For integers: integer division which produces the algebraic quotient with any fractional part
//     discarded.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[7, -7, 7, -7, 0, 2147483642]> : tensor<6xi32>
  %rhs = stablehlo.constant dense<[3, 3, -3, -3, 5, 5]> : tensor<6xi32>
  %result = "stablehlo.divide"(%lhs, %rhs) : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi32>
  %expected = stablehlo.constant dense<[2, -2, -2, 2, 0, 429496728]> : tensor<6xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xi32>, tensor<6xi32>) -> ()
  return
}
