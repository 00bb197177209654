// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/sorting.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// dimension_in_the_middle: slices along dimension 1 of 3
//   sort: sort sorts a 1-dimensional slice in non-descending order expecting that comparator returns true if lhs is
//     less than rhs
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[[[5, 1], [3, 9], [4, 2]], [[0, 7], [-1, 6], [8, 7]]]> : tensor<2x3x2xi32>
  %result = "stablehlo.sort"(%inputs) ({
    ^bb0(%lhs: tensor<i32>, %rhs: tensor<i32>):
      %0 = stablehlo.compare LT, %lhs, %rhs, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %0 : tensor<i1>
  }) {
    dimension = 1 : i64
  } : (tensor<2x3x2xi32>) -> tensor<2x3x2xi32>
  %expected = stablehlo.constant dense<[[[3, 1], [4, 2], [5, 9]], [[-1, 6], [0, 7], [8, 7]]]> : tensor<2x3x2xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x3x2xi32>, tensor<2x3x2xi32>) -> ()
  return
}
