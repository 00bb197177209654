// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/choices.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// bounds_of_rank_0: one bound for all
//   clamp: result = minimum(maximum(operand, min), max)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %min = stablehlo.constant dense<-1.0> : tensor<f32>
  %operand = stablehlo.constant dense<[[-3.0, 0.5], [1.0, 7.0]]> : tensor<2x2xf32>
  %max = stablehlo.constant dense<2.0> : tensor<f32>
  %result = "stablehlo.clamp"(%min, %operand, %max) : (tensor<f32>, tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %expected = stablehlo.constant dense<[[-1.0, 0.5], [1.0, 2.0]]> : tensor<2x2xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x2xf32>, tensor<2x2xf32>) -> ()
  return
}
