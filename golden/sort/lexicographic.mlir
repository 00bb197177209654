// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/sorting.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// lexicographic: by the first input, then by the second; the third goes with them
//   sort: results_together[result_slice] = sort(inputs_together[result_slice], comparator_together)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %input0 = stablehlo.constant dense<[[3, 1, 1], [1, 1, 3]]> : tensor<2x3xi32>
  %input1 = stablehlo.constant dense<[[5, 9, 8], [2, 4, 7]]> : tensor<2x3xi32>
  %input2 = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %result0, %result1, %result2 = "stablehlo.sort"(%input0, %input1, %input2) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>, %e: tensor<f32>, %f: tensor<f32>):
      %less = stablehlo.compare LT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %equal = stablehlo.compare EQ, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %rest = stablehlo.compare LT, %c, %d, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %0 = stablehlo.select %equal, %rest, %less : tensor<i1>, tensor<i1>
      stablehlo.return %0 : tensor<i1>
  }) {
    dimension = 0 : i64
  } : (tensor<2x3xi32>, tensor<2x3xi32>, tensor<2x3xf32>) -> (tensor<2x3xi32>, tensor<2x3xi32>, tensor<2x3xf32>)
  %expected0 = stablehlo.constant dense<[[1, 1, 1], [3, 1, 3]]> : tensor<2x3xi32>
  stablehlo.custom_call @check.expect_eq(%result0, %expected0) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()
  %expected1 = stablehlo.constant dense<[[2, 4, 8], [5, 9, 7]]> : tensor<2x3xi32>
  stablehlo.custom_call @check.expect_eq(%result1, %expected1) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()
  %expected2 = stablehlo.constant dense<[[4.0, 5.0, 3.0], [1.0, 2.0, 6.0]]> : tensor<2x3xf32>
  stablehlo.custom_call @check.expect_eq(%result2, %expected2) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  return
}
