// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// far_from_one: large and small numbers
//   rsqrt: For floats: `rSqrt` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0000000031710769e-30, 3.0000000054977558e+38]> : tensor<2xf32>
  %result = "stablehlo.rsqrt"(%operand) : (tensor<2xf32>) -> tensor<2xf32>
  %expected = stablehlo.constant dense<[999999986991104.0, 5.773502894474484e-20]> : tensor<2xf32>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<2xf32>, tensor<2xf32>
  return
}
