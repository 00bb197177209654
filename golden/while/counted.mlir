// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/control_flow.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// counted: as often as cond says
//   while: results = operand; while (cond(*results)): results = body(*results)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %limit = stablehlo.constant dense<5> : tensor<i32>
  %i, %result = "stablehlo.while"(%zero, %one) ({
    ^bb0(%i0: tensor<i32>, %product: tensor<i32>):
      %0 = stablehlo.compare LT, %i0, %limit, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %0 : tensor<i1>
  }, {
    ^bb0(%i0: tensor<i32>, %product: tensor<i32>):
      %0 = stablehlo.add %i0, %one : tensor<i32>
      %1 = stablehlo.multiply %product, %0 : tensor<i32>
      stablehlo.return %0, %1 : tensor<i32>, tensor<i32>
  }) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  %i_expected = stablehlo.constant dense<5> : tensor<i32>
  stablehlo.custom_call @check.expect_eq(%i, %i_expected) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  %expected = stablehlo.constant dense<120> : tensor<i32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  return
}
