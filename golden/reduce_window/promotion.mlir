// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/reductions.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// promotion: i8 is summed in i32
//   reduce_window: results...[result_index] = reduce(windows, init_values, axes(inputs...), body)
// agree: spec model
// upstream interpreter differs: upstream.promotion-in-reductions: the interpreter gives the results the inputs'
//     type
// XLA CPU differs: xla.promotion-in-reductions: XLA wants the body in the type of the inputs
func.func @main() {
  %inputs = stablehlo.constant dense<[100, 100, 100, -5]> : tensor<4xi8>
  %init_values = stablehlo.constant dense<0> : tensor<i8>
  %result = "stablehlo.reduce_window"(%inputs, %init_values) ({
    ^bb0(%lhs: tensor<i32>, %rhs: tensor<i32>):
      %0 = stablehlo.add %lhs, %rhs : tensor<i32>
      stablehlo.return %0 : tensor<i32>
  }) {
    window_dimensions = array<i64: 2>
  } : (tensor<4xi8>, tensor<i8>) -> tensor<3xi32>
  %expected = stablehlo.constant dense<[200, 200, 95]> : tensor<3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  return
}
