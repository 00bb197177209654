// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// far_from_one: large and small numbers
//   tan: For floats: `tan` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[100.0, -100000.0]> : tensor<2xf32>
  %result = "stablehlo.tan"(%operand) : (tensor<2xf32>) -> tensor<2xf32>
  %expected = stablehlo.constant dense<[-0.587213933467865, 0.03577166423201561]> : tensor<2xf32>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<2xf32>, tensor<2xf32>
  return
}
