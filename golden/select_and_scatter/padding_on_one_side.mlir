// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/reductions.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// padding_on_one_side: low before the first element, high behind the last
//   select_and_scatter: reduce_window_without_init works exactly like reduce_window, except that init values aren't
//     included
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[5, 2, 7, 3]]> : tensor<1x4xi32>
  %source = stablehlo.constant dense<[[1, 2]]> : tensor<1x2xi32>
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
    window_dimensions = array<i64: 1, 3>,
    window_strides = array<i64: 1, 3>,
    padding = dense<[[0, 0], [2, 0]]> : tensor<2x2xi64>
  } : (tensor<1x4xi32>, tensor<1x2xi32>, tensor<i32>) -> tensor<1x4xi32>
  %expected = stablehlo.constant dense<[[1, 0, 2, 0]]> : tensor<1x4xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1x4xi32>, tensor<1x4xi32>) -> ()
  return
}
