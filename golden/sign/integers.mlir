// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// integers: of integers
//   sign: -1, 0 or 1; NaN of NaN, and a zero of the same sign of a zero.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[-7, 0, 3, -2147483648]> : tensor<4xi32>
  %result = "stablehlo.sign"(%operand) : (tensor<4xi32>) -> tensor<4xi32>
  %expected = stablehlo.constant dense<[-1, 0, 1, -1]> : tensor<4xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  return
}
