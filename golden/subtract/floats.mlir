// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/arithmetic.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// floats: results that need rounding
//   subtract: For floats: `subtraction` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.5, -1.5, 10000000000.0, 0.10000000149011612, 1.0000001192092896, 3.0]> : tensor<6xf32>
  %rhs = stablehlo.constant dense<[0.25, 0.25, 3.0, 0.20000000298023224, 5.960464477539063e-08, -7.0]> : tensor<6xf32>
  %result = "stablehlo.subtract"(%lhs, %rhs) : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  %expected = stablehlo.constant dense<[1.25, -1.75, 10000000000.0, -0.10000000149011612, 1.0, 10.0]> : tensor<6xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xf32>, tensor<6xf32>) -> ()
  return
}
