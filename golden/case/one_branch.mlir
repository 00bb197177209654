// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/control_flow.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// one_branch: there is only one
//   case: branches[-1] otherwise
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %index = stablehlo.constant dense<3> : tensor<i32>
  %x = stablehlo.constant dense<5> : tensor<i32>
  %result = "stablehlo.case"(%index) ({
    stablehlo.return %x : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  %expected = stablehlo.constant dense<5> : tensor<i32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  return
}
