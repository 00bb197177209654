// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/sorting.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// stable_with_many_elements: equal elements keep their order, among more than an insertion sort is used for
//   sort: If is_stable is true, the relative order of elements considered to be equal by the comparator is
//     preserved.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %input0 = stablehlo.constant dense<[
      0, 7, 4, 1, 8, 5, 2, 9, 6, 3, 0, 7, 4, 1, 8, 5, 2, 9, 6, 3, 0, 7, 4, 1, 8, 5, 2, 9, 6, 3, 0, 7, 4, 1, 8, 5, 2,
      9, 6, 3, 0, 7, 4, 1, 8, 5, 2, 9, 6, 3, 0, 7, 4, 1, 8, 5, 2, 9, 6, 3, 0, 7, 4, 1, 8, 5, 2, 9, 6, 3, 0, 7, 4, 1,
      8, 5, 2, 9, 6, 3, 0, 7, 4, 1, 8, 5, 2, 9, 6, 3, 0, 7, 4, 1, 8, 5, 2, 9, 6, 3
    ]> : tensor<100xi32>
  %input1 = stablehlo.constant dense<[
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30,
      31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58,
      59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86,
      87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100
    ]> : tensor<100xi32>
  %result0, %result1 = "stablehlo.sort"(%input0, %input1) ({
    ^bb0(%lhs: tensor<i32>, %rhs: tensor<i32>, %lhs1: tensor<i32>, %rhs1: tensor<i32>):
      %0 = stablehlo.compare LT, %lhs, %rhs, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %0 : tensor<i1>
  }) {
    dimension = 0 : i64,
    is_stable = true
  } : (tensor<100xi32>, tensor<100xi32>) -> (tensor<100xi32>, tensor<100xi32>)
  %expected0 = stablehlo.constant dense<[
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3,
      3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7,
      7, 7, 7, 7, 7, 7, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9
    ]> : tensor<100xi32>
  stablehlo.custom_call @check.expect_eq(%result0, %expected0) {has_side_effect = true} : (tensor<100xi32>, tensor<100xi32>) -> ()
  %expected1 = stablehlo.constant dense<[
      1, 11, 21, 31, 41, 51, 61, 71, 81, 91, 4, 14, 24, 34, 44, 54, 64, 74, 84, 94, 7, 17, 27, 37, 47, 57, 67, 77, 87,
      97, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 3, 13, 23, 33, 43, 53, 63, 73, 83, 93, 6, 16, 26, 36, 46, 56, 66,
      76, 86, 96, 9, 19, 29, 39, 49, 59, 69, 79, 89, 99, 2, 12, 22, 32, 42, 52, 62, 72, 82, 92, 5, 15, 25, 35, 45, 55,
      65, 75, 85, 95, 8, 18, 28, 38, 48, 58, 68, 78, 88, 98
    ]> : tensor<100xi32>
  stablehlo.custom_call @check.expect_eq(%result1, %expected1) {has_side_effect = true} : (tensor<100xi32>, tensor<100xi32>) -> ()
  return
}
