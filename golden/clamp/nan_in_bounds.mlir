// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/choices.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// nan_in_bounds: NaN comes through from the bounds too
//   clamp: result = minimum(maximum(operand, min), max)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %min = stablehlo.constant dense<[0x7FC00000, -1.0, 0.0]> : tensor<3xf32>
  %operand = stablehlo.constant dense<[0.0, 0.5, 1.0]> : tensor<3xf32>
  %max = stablehlo.constant dense<[1.0, 0x7FC00000, 2.0]> : tensor<3xf32>
  %result = "stablehlo.clamp"(%min, %operand, %max) : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %expected = stablehlo.constant dense<[0x7FC00000, 0x7FC00000, 1.0]> : tensor<3xf32>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<3xf32>, tensor<3xf32>
  return
}
