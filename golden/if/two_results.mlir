// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/control_flow.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// two_results: results of different types
//   if: result = pred ? true_branch() : false_branch()
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %pred = stablehlo.constant dense<true> : tensor<i1>
  %x = stablehlo.constant dense<5> : tensor<i32>
  %y = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %result0, %result1 = "stablehlo.if"(%pred) ({
    stablehlo.return %x, %y : tensor<i32>, tensor<2xf32>
  }, {
    stablehlo.return %x, %y : tensor<i32>, tensor<2xf32>
  }) : (tensor<i1>) -> (tensor<i32>, tensor<2xf32>)
  %expected0 = stablehlo.constant dense<5> : tensor<i32>
  stablehlo.custom_call @check.expect_eq(%result0, %expected0) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  %expected1 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  stablehlo.custom_call @check.expect_eq(%result1, %expected1) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}
