// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/sorting.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// lexicographic_by_logic: less, or equal and the rest less
//   sort: args: lhs and rhs of each input in turn
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %input0 = stablehlo.constant dense<[3, 1, 3, 1]> : tensor<4xi32>
  %input1 = stablehlo.constant dense<[5, 9, 2, 8]> : tensor<4xi32>
  %result0, %result1 = "stablehlo.sort"(%input0, %input1) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
      %less = stablehlo.compare LT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %equal = stablehlo.compare EQ, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %rest = stablehlo.compare GT, %c, %d, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %both = stablehlo.and %equal, %rest : tensor<i1>
      %0 = stablehlo.or %less, %both : tensor<i1>
      stablehlo.return %0 : tensor<i1>
  }) {
    dimension = 0 : i64
  } : (tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
  %expected0 = stablehlo.constant dense<[1, 1, 3, 3]> : tensor<4xi32>
  stablehlo.custom_call @check.expect_eq(%result0, %expected0) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  %expected1 = stablehlo.constant dense<[9, 8, 5, 2]> : tensor<4xi32>
  stablehlo.custom_call @check.expect_eq(%result1, %expected1) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  return
}
