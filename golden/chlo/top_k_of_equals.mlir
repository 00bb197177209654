// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/chlo.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// top_k_of_equals: of equal elements the first comes first
//   chlo.top_k: the k largest of the last dimension, and their indices
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[3, 7, 7, 1, 7]> : tensor<5xi32>
  %result0, %result1 = "chlo.top_k"(%operand) {
    k = 3 : i64
  } : (tensor<5xi32>) -> (tensor<3xi32>, tensor<3xi32>)
  %expected0 = stablehlo.constant dense<7> : tensor<3xi32>
  stablehlo.custom_call @check.expect_eq(%result0, %expected0) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  %expected1 = stablehlo.constant dense<[1, 2, 4]> : tensor<3xi32>
  stablehlo.custom_call @check.expect_eq(%result1, %expected1) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  return
}
