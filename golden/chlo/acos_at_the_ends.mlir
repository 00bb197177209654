// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/chlo.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// acos_at_the_ends: acos at the ends of its domain and beyond, and of NaN
//   chlo.acos: the function of real numbers, of each element
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[2.0, 0xFF800000, 0x7FC00000]> : tensor<3xf32>
  %result = "chlo.acos"(%operand) : (tensor<3xf32>) -> tensor<3xf32>
  %expected = stablehlo.constant dense<0x7FC00000> : tensor<3xf32>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<3xf32>, tensor<3xf32>
  return
}
