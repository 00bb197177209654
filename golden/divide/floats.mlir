// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/arithmetic.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// floats: results that need rounding
//   divide: For floats: `division` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.5, -1.5, 10000000000.0, 0.10000000149011612, 1.0000001192092896, 3.0]> : tensor<6xf32>
  %rhs = stablehlo.constant dense<[0.25, 0.25, 3.0, 0.20000000298023224, 5.960464477539063e-08, -7.0]> : tensor<6xf32>
  %result = "stablehlo.divide"(%lhs, %rhs) : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  %expected = stablehlo.constant dense<[6.0, -6.0, 3333333248.0, 0.5, 16777218.0, -0.4285714328289032]> : tensor<6xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xf32>, tensor<6xf32>) -> ()
  return
}
