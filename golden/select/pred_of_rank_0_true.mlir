// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/choices.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// pred_of_rank_0_true: one pred for all elements
//   select: result[result_index] = pred_element ? on_true[result_index] : on_false[result_index]
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %pred = stablehlo.constant dense<true> : tensor<i1>
  %on_true = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %on_false = stablehlo.constant dense<[5, 6]> : tensor<2xi32>
  %result = "stablehlo.select"(%pred, %on_true, %on_false) : (tensor<i1>, tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %expected = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}
