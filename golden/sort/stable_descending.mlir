// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/sorting.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// stable_descending: equal elements keep their order, they aren't reversed
//   sort: If is_stable is true, the relative order of elements considered to be equal by the comparator is
//     preserved.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %input0 = stablehlo.constant dense<[3, 1, 3, 2, 1, 3]> : tensor<6xi32>
  %input1 = stablehlo.constant dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>
  %result0, %result1 = "stablehlo.sort"(%input0, %input1) ({
    ^bb0(%lhs: tensor<i32>, %rhs: tensor<i32>, %lhs1: tensor<i32>, %rhs1: tensor<i32>):
      %0 = stablehlo.compare GT, %lhs, %rhs, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %0 : tensor<i1>
  }) {
    dimension = 0 : i64,
    is_stable = true
  } : (tensor<6xi32>, tensor<6xi32>) -> (tensor<6xi32>, tensor<6xi32>)
  %expected0 = stablehlo.constant dense<[3, 3, 3, 2, 1, 1]> : tensor<6xi32>
  stablehlo.custom_call @check.expect_eq(%result0, %expected0) {has_side_effect = true} : (tensor<6xi32>, tensor<6xi32>) -> ()
  %expected1 = stablehlo.constant dense<[1, 3, 6, 4, 2, 5]> : tensor<6xi32>
  stablehlo.custom_call @check.expect_eq(%result1, %expected1) {has_side_effect = true} : (tensor<6xi32>, tensor<6xi32>) -> ()
  return
}
