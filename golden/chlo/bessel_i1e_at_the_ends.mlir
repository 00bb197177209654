// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/chlo.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// bessel_i1e_at_the_ends: bessel_i1e at the ends of its domain and beyond, and of NaN
//   chlo.bessel_i1e: the function of real numbers, of each element
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0x7FC00000]> : tensor<1xf32>
  %result = "chlo.bessel_i1e"(%operand) : (tensor<1xf32>) -> tensor<1xf32>
  %expected = stablehlo.constant dense<[0x7FC00000]> : tensor<1xf32>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<1xf32>, tensor<1xf32>
  return
}
