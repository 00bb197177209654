// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/sorting.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// by_a_function: the comparator may compute: by absolute value
//   sort: sort sorts a 1-dimensional slice in non-descending order expecting that comparator returns true if lhs is
//     less than rhs
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[3, -1, -4, 2, 0]> : tensor<5xi32>
  %result = "stablehlo.sort"(%inputs) ({
    ^bb0(%lhs: tensor<i32>, %rhs: tensor<i32>):
      %x = stablehlo.abs %lhs : tensor<i32>
      %y = stablehlo.abs %rhs : tensor<i32>
      %0 = stablehlo.compare LT, %x, %y, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %0 : tensor<i1>
  }) {
    dimension = 0 : i64
  } : (tensor<5xi32>) -> tensor<5xi32>
  %expected = stablehlo.constant dense<[0, -1, 2, 3, -4]> : tensor<5xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi32>, tensor<5xi32>) -> ()
  return
}
