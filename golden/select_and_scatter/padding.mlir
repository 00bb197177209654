// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/reductions.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// padding: padding is never selected
//   select_and_scatter: reduce_window_without_init works exactly like reduce_window, except that init values aren't
//     included
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[-5, -2, -7]]> : tensor<1x3xi32>
  %source = stablehlo.constant dense<[[1, 2, 3, 4]]> : tensor<1x4xi32>
  %init_value = stablehlo.constant dense<0> : tensor<i32>
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) ({
    ^bb0(%lhs: tensor<i32>, %rhs: tensor<i32>):
      %0 = stablehlo.compare GE, %lhs, %rhs, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %0 : tensor<i1>
  }, {
    ^bb0(%lhs: tensor<i32>, %rhs: tensor<i32>):
      %0 = stablehlo.add %lhs, %rhs : tensor<i32>
      stablehlo.return %0 : tensor<i32>
  }) {
    window_dimensions = array<i64: 1, 2>,
    window_strides = array<i64: 1, 1>,
    padding = dense<[[0, 0], [1, 1]]> : tensor<2x2xi64>
  } : (tensor<1x3xi32>, tensor<1x4xi32>, tensor<i32>) -> tensor<1x3xi32>
  %expected = stablehlo.constant dense<[[1, 5, 4]]> : tensor<1x3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1x3xi32>, tensor<1x3xi32>) -> ()
  return
}
