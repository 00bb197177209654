// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// far_from_one: large and small numbers
//   exponential: For floats: `exp` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[88.30000305175781, -80.69999694824219, 89.0]> : tensor<3xf32>
  %result = "stablehlo.exponential"(%operand) : (tensor<3xf32>) -> tensor<3xf32>
  %expected = stablehlo.constant dense<[2.229482622804407e+38, 8.962654396552162e-36, 0x7F800000]> : tensor<3xf32>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<3xf32>, tensor<3xf32>
  return
}
