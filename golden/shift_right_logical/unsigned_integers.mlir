// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/arithmetic.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// unsigned_integers: of numbers with the highest bit
//   shift_right_logical: Performs element-wise logical right-shift operation on the lhs tensor by rhs number of
//     bits.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1, 1, 255, 128, 85]> : tensor<5xui8>
  %rhs = stablehlo.constant dense<[0, 3, 1, 7, 1]> : tensor<5xui8>
  %result = "stablehlo.shift_right_logical"(%lhs, %rhs) : (tensor<5xui8>, tensor<5xui8>) -> tensor<5xui8>
  %expected = stablehlo.constant dense<[1, 0, 127, 1, 42]> : tensor<5xui8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xui8>, tensor<5xui8>) -> ()
  return
}
