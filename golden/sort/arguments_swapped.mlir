// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/sorting.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// arguments_swapped: LT of the arguments the other way around is descending
//   sort: sort sorts a 1-dimensional slice in non-descending order expecting that comparator returns true if lhs is
//     less than rhs
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[[1.5, 0x7F800000, -0.5], [0xFF800000, 2.0, 0.25]]> : tensor<2x3xf32>
  %result = "stablehlo.sort"(%inputs) ({
    ^bb0(%lhs: tensor<f32>, %rhs: tensor<f32>):
      %0 = stablehlo.compare LT, %rhs, %lhs, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %0 : tensor<i1>
  }) {
    dimension = 1 : i64
  } : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = stablehlo.constant dense<[[0x7F800000, 1.5, -0.5], [2.0, 0.25, 0xFF800000]]> : tensor<2x3xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  return
}
