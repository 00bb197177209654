// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/choices.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// tensors: a bound for each element
//   clamp: result = minimum(maximum(operand, min), max)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %min = stablehlo.constant dense<[0, 0, 0, 5]> : tensor<4xi32>
  %operand = stablehlo.constant dense<[-1, 3, 9, 0]> : tensor<4xi32>
  %max = stablehlo.constant dense<[5, 5, 5, 6]> : tensor<4xi32>
  %result = "stablehlo.clamp"(%min, %operand, %max) : (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %expected = stablehlo.constant dense<[0, 3, 5, 5]> : tensor<4xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  return
}
