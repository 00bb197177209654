// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/reductions.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// window_far_too_large: there is none of steps either
//   reduce_window: results...[result_index] = reduce(windows, init_values, axes(inputs...), body)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %init_values = stablehlo.constant dense<0> : tensor<i32>
  %result = "stablehlo.reduce_window"(%inputs, %init_values) ({
    ^bb0(%lhs: tensor<i32>, %rhs: tensor<i32>):
      %0 = stablehlo.add %lhs, %rhs : tensor<i32>
      stablehlo.return %0 : tensor<i32>
  }) {
    window_dimensions = array<i64: 9>
  } : (tensor<2xi32>, tensor<i32>) -> tensor<0xi32>
  %expected = stablehlo.constant dense<> : tensor<0xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<0xi32>, tensor<0xi32>) -> ()
  return
}
