// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/choices.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// nan: NaN comes through
//   clamp: result = minimum(maximum(operand, min), max)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %min = stablehlo.constant dense<-1.0> : tensor<f32>
  %operand = stablehlo.constant dense<[0x7FC00000, 0.5]> : tensor<2xf32>
  %max = stablehlo.constant dense<1.0> : tensor<f32>
  %result = "stablehlo.clamp"(%min, %operand, %max) : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %expected = stablehlo.constant dense<[0x7FC00000, 0.5]> : tensor<2xf32>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<2xf32>, tensor<2xf32>
  return
}
