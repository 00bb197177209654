// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/reductions.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// two_inputs: inputs are reduced together
//   reduce: results...[j0, ..., jR-1] = reduce(inputs...[j0, ..., :, ..., jR-1]), : inserted at dimensions
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %input0 = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %input1 = stablehlo.constant dense<[[-3, -2, -1], [0, 1, 2]]> : tensor<2x3xi32>
  %init_value0 = stablehlo.constant dense<0> : tensor<i32>
  %init_value1 = stablehlo.constant dense<-2147483648> : tensor<i32>
  %result0, %result1 = "stablehlo.reduce"(%input0, %input1, %init_value0, %init_value1) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
      %0 = stablehlo.add %a, %c : tensor<i32>
      %1 = stablehlo.maximum %b, %d : tensor<i32>
      stablehlo.return %0, %1 : tensor<i32>, tensor<i32>
  }) {
    dimensions = array<i64: 1>
  } : (tensor<2x3xi32>, tensor<2x3xi32>, tensor<i32>, tensor<i32>) -> (tensor<2xi32>, tensor<2xi32>)
  %expected0 = stablehlo.constant dense<[6, 15]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%result0, %expected0) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  %expected1 = stablehlo.constant dense<[-1, 2]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%result1, %expected1) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}
