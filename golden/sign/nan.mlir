// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// nan: of NaN
//   sign: -1, 0 or 1; NaN of NaN, and a zero of the same sign of a zero.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0x7FC00000, 1.0]> : tensor<2xf32>
  %result = "stablehlo.sign"(%operand) : (tensor<2xf32>) -> tensor<2xf32>
  %expected = stablehlo.constant dense<[0x7FC00000, 1.0]> : tensor<2xf32>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<2xf32>, tensor<2xf32>
  return
}
