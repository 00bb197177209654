// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/arithmetic.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// integers: integers of either sign
//   multiply: For integers: integer multiplication.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[7, -7, 7, -7, 0, -6, 6]> : tensor<7xi32>
  %rhs = stablehlo.constant dense<[3, 3, -3, -3, 5, 3, -3]> : tensor<7xi32>
  %result = "stablehlo.multiply"(%lhs, %rhs) : (tensor<7xi32>, tensor<7xi32>) -> tensor<7xi32>
  %expected = stablehlo.constant dense<[21, -21, -21, 21, 0, -18, -18]> : tensor<7xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<7xi32>, tensor<7xi32>) -> ()
  return
}
