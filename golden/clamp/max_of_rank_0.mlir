// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/choices.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// max_of_rank_0: min for each, max for all
//   clamp: result = minimum(maximum(operand, min), max)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %min = stablehlo.constant dense<[-1, 2, 0]> : tensor<3xi32>
  %operand = stablehlo.constant dense<[-3, 1, 9]> : tensor<3xi32>
  %max = stablehlo.constant dense<5> : tensor<i32>
  %result = "stablehlo.clamp"(%min, %operand, %max) : (tensor<3xi32>, tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
  %expected = stablehlo.constant dense<[-1, 2, 5]> : tensor<3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  return
}
