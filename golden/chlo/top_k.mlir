// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/chlo.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// top_k: the largest, in descending order
//   chlo.top_k: the k largest of the last dimension, and their indices
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[3.0, 1.0, 4.0, 1.0, 5.0], [-2.0, 6.0, 5.0, 3.0, -5.0]]> : tensor<2x5xf32>
  %result0, %result1 = "chlo.top_k"(%operand) {
    k = 2 : i64
  } : (tensor<2x5xf32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
  %expected0 = stablehlo.constant dense<[[5.0, 4.0], [6.0, 5.0]]> : tensor<2x2xf32>
  stablehlo.custom_call @check.expect_eq(%result0, %expected0) {has_side_effect = true} : (tensor<2x2xf32>, tensor<2x2xf32>) -> ()
  %expected1 = stablehlo.constant dense<[[4, 2], [1, 2]]> : tensor<2x2xi32>
  stablehlo.custom_call @check.expect_eq(%result1, %expected1) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
  return
}
