// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/arithmetic.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// unsigned_integers: unsigned integers: ui8 200 isn't negative
//   multiply: For integers: integer multiplication.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[36, 250, 9]> : tensor<3xui8>
  %rhs = stablehlo.constant dense<[7, 1, 3]> : tensor<3xui8>
  %result = "stablehlo.multiply"(%lhs, %rhs) : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xui8>
  %expected = stablehlo.constant dense<[252, 250, 27]> : tensor<3xui8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xui8>, tensor<3xui8>) -> ()
  return
}
