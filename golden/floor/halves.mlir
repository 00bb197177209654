// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// halves: halves and their neighbours
//   floor: Implements the `roundToIntegralTowardNegative` operation from the IEEE-754 specification.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[
      0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 0.4999999701976776, 2.4000000953674316, -2.5999999046325684, 8388609.0
    ]> : tensor<10xf32>
  %result = "stablehlo.floor"(%operand) : (tensor<10xf32>) -> tensor<10xf32>
  %expected = stablehlo.constant dense<[0.0, 1.0, 2.0, -1.0, -2.0, -3.0, 0.0, 2.0, -3.0, 8388609.0]> : tensor<10xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<10xf32>, tensor<10xf32>) -> ()
  return
}
