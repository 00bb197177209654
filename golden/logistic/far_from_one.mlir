// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// far_from_one: large and small numbers
//   logistic: For floats: `division(1, addition(1, exp(-x)))` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[80.69999694824219, -79.30000305175781, 1.0000000031710769e-30]> : tensor<3xf32>
  %result = "stablehlo.logistic"(%operand) : (tensor<3xf32>) -> tensor<3xf32>
  %expected = stablehlo.constant dense<[1.0, 3.6345131644004645e-35, 0.5]> : tensor<3xf32>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<3xf32>, tensor<3xf32>
  return
}
