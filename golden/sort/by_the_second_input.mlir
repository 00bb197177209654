// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/sorting.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// by_the_second_input: the comparator may look at any input
//   sort: args: lhs and rhs of each input in turn
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %input0 = stablehlo.constant dense<[10, 11, 12, 13]> : tensor<4xi32>
  %input1 = stablehlo.constant dense<[3, 1, 4, 2]> : tensor<4xi32>
  %result0, %result1 = "stablehlo.sort"(%input0, %input1) ({
    ^bb0(%lhs: tensor<i32>, %rhs: tensor<i32>, %lhs1: tensor<i32>, %rhs1: tensor<i32>):
      %0 = stablehlo.compare LT, %lhs1, %rhs1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %0 : tensor<i1>
  }) {
    dimension = 0 : i64
  } : (tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
  %expected0 = stablehlo.constant dense<[11, 13, 10, 12]> : tensor<4xi32>
  stablehlo.custom_call @check.expect_eq(%result0, %expected0) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  %expected1 = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  stablehlo.custom_call @check.expect_eq(%result1, %expected1) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  return
}
