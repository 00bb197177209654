// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/arithmetic.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// floats: d is the quotient rounded toward zero
//   remainder: The sign of the result is taken from the dividend, and its absolute value is less than the
//     divisor's.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[5.5, -5.5, 5.5, -7.25, 10000000000.0, 0.30000001192092896]> : tensor<6xf32>
  %rhs = stablehlo.constant dense<[2.0, 2.0, -2.0, -0.5, 3.0, 0.10000000149011612]> : tensor<6xf32>
  %result = "stablehlo.remainder"(%lhs, %rhs) : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  %expected = stablehlo.constant dense<[1.5, -1.5, 1.5, -0.25, 1.0, 7.450580596923828e-09]> : tensor<6xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xf32>, tensor<6xf32>) -> ()
  return
}
