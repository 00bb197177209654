// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// floats: of floats
//   sign: -1, 0 or 1; NaN of NaN, and a zero of the same sign of a zero.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[-7.5, 3.0, 1.0000000031710769e-30, 0xFF800000, 0x7F800000]> : tensor<5xf32>
  %result = "stablehlo.sign"(%operand) : (tensor<5xf32>) -> tensor<5xf32>
  %expected = stablehlo.constant dense<[-1.0, 1.0, 1.0, -1.0, 1.0]> : tensor<5xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
  return
}
