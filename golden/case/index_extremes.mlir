// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/control_flow.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// index_extremes: the smallest number takes the last branch
//   case: branches[-1] otherwise
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %index = stablehlo.constant dense<-2147483648> : tensor<i32>
  %x = stablehlo.constant dense<5> : tensor<i32>
  %result = "stablehlo.case"(%index) ({
    stablehlo.return %x : tensor<i32>
  }, {
    %0 = stablehlo.add %x, %x : tensor<i32>
    stablehlo.return %0 : tensor<i32>
  }, {
    %0 = stablehlo.negate %x : tensor<i32>
    stablehlo.return %0 : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  %expected = stablehlo.constant dense<-5> : tensor<i32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  return
}
