// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/control_flow.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// false: pred is false
//   if: result = pred ? true_branch() : false_branch()
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %pred = stablehlo.constant dense<false> : tensor<i1>
  %x = stablehlo.constant dense<5> : tensor<i32>
  %result = "stablehlo.if"(%pred) ({
    stablehlo.return %x : tensor<i32>
  }, {
    %0 = stablehlo.negate %x : tensor<i32>
    stablehlo.return %0 : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  %expected = stablehlo.constant dense<-5> : tensor<i32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  return
}
