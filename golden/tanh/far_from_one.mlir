// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// far_from_one: large and small numbers
//   tanh: For floats: `tanh` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[20.0, -20.0, 1.0000000031710769e-30]> : tensor<3xf32>
  %result = "stablehlo.tanh"(%operand) : (tensor<3xf32>) -> tensor<3xf32>
  %expected = stablehlo.constant dense<[1.0, -1.0, 1.0000000031710769e-30]> : tensor<3xf32>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<3xf32>, tensor<3xf32>
  return
}
