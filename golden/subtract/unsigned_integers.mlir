// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/arithmetic.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// unsigned_integers: unsigned integers: ui8 200 isn't negative
//   subtract: For integers: integer subtraction.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[200, 250, 9]> : tensor<3xui8>
  %rhs = stablehlo.constant dense<[7, 0, 9]> : tensor<3xui8>
  %result = "stablehlo.subtract"(%lhs, %rhs) : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xui8>
  %expected = stablehlo.constant dense<[193, 250, 0]> : tensor<3xui8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xui8>, tensor<3xui8>) -> ()
  return
}
