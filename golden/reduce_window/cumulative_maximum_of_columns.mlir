// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/reductions.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// cumulative_maximum_of_columns: along one of two dimensions
//   reduce_window: results...[result_index] = reduce(windows, init_values, axes(inputs...), body)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[[1, 5], [4, 2], [3, 9]]> : tensor<3x2xi32>
  %init_values = stablehlo.constant dense<-2147483648> : tensor<i32>
  %result = "stablehlo.reduce_window"(%inputs, %init_values) ({
    ^bb0(%lhs: tensor<i32>, %rhs: tensor<i32>):
      %0 = stablehlo.maximum %lhs, %rhs : tensor<i32>
      stablehlo.return %0 : tensor<i32>
  }) {
    window_dimensions = array<i64: 3, 1>,
    padding = dense<[[2, 0], [0, 0]]> : tensor<2x2xi64>
  } : (tensor<3x2xi32>, tensor<i32>) -> tensor<3x2xi32>
  %expected = stablehlo.constant dense<[[1, 5], [4, 5], [4, 9]]> : tensor<3x2xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3x2xi32>, tensor<3x2xi32>) -> ()
  return
}
