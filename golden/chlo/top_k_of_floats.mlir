// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/chlo.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// top_k_of_floats: infinities at the ends, and as many as there are
//   chlo.top_k: the k largest of the last dimension, and their indices
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[0.5, 0x7F800000, 0xFF800000], [-1.5, 2.0, -0.25]]> : tensor<2x3xf32>
  %result0, %result1 = "chlo.top_k"(%operand) {
    k = 3 : i64
  } : (tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  %expected0 = stablehlo.constant dense<[[0x7F800000, 0.5, 0xFF800000], [2.0, -0.25, -1.5]]> : tensor<2x3xf32>
  stablehlo.custom_call @check.expect_eq(%result0, %expected0) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  %expected1 = stablehlo.constant dense<[[1, 0, 2], [1, 2, 0]]> : tensor<2x3xi32>
  stablehlo.custom_call @check.expect_eq(%result1, %expected1) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()
  return
}
