// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/reductions.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// body_not_commutative_two_dimensions: the lexicographic order of indices, whatever the order of dimensions
//   reduce: schedule: a full binary tree whose in-order traversal consists of the input values in ascending order
//     of index
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %input0 = stablehlo.constant dense<[[2, 3, 1], [5, 2, 1], [-1, 3, 2]]> : tensor<3x3xi32>
  %input1 = stablehlo.constant dense<[[1, 0, 7], [2, -1, 4], [6, -3, 5]]> : tensor<3x3xi32>
  %init_value0 = stablehlo.constant dense<1> : tensor<i32>
  %init_value1 = stablehlo.constant dense<0> : tensor<i32>
  %result0, %result1 = "stablehlo.reduce"(%input0, %input1, %init_value0, %init_value1) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
      %0 = stablehlo.multiply %a, %c : tensor<i32>
      %1 = stablehlo.multiply %c, %b : tensor<i32>
      %2 = stablehlo.add %1, %d : tensor<i32>
      stablehlo.return %0, %2 : tensor<i32>, tensor<i32>
  }) {
    dimensions = array<i64: 1, 0>
  } : (tensor<3x3xi32>, tensor<3x3xi32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  %expected0 = stablehlo.constant dense<-360> : tensor<i32>
  stablehlo.custom_call @check.expect_eq(%result0, %expected0) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  %expected1 = stablehlo.constant dense<-607> : tensor<i32>
  stablehlo.custom_call @check.expect_eq(%result1, %expected1) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  return
}
