// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/chlo.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// digamma_at_the_ends: digamma at the ends of its domain and beyond, and of NaN
//   chlo.digamma: the function of real numbers, of each element
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0x7F800000, 0x7FC00000]> : tensor<2xf32>
  %result = "chlo.digamma"(%operand) : (tensor<2xf32>) -> tensor<2xf32>
  %expected = stablehlo.constant dense<[0x7F800000, 0x7FC00000]> : tensor<2xf32>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<2xf32>, tensor<2xf32>
  return
}
