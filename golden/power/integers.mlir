// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/arithmetic.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// integers: integer exponentiation
//   power: For integers: integer exponentiation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[2, -3, 7, 0, -1, 1]> : tensor<6xi32>
  %rhs = stablehlo.constant dense<[10, 3, 0, 0, 5, 1000]> : tensor<6xi32>
  %result = "stablehlo.power"(%lhs, %rhs) : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi32>
  %expected = stablehlo.constant dense<[1024, -27, 1, 1, -1, 1]> : tensor<6xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xi32>, tensor<6xi32>) -> ()
  return
}
