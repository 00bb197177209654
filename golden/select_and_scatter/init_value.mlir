// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/reductions.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// init_value: where nothing is scattered to, the result is init_value
//   select_and_scatter: result[result_index] = reduce([source_values], [init_value], [0], scatter)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1, 2, 4, 3]]> : tensor<1x4xi32>
  %source = stablehlo.constant dense<[[10, 20]]> : tensor<1x2xi32>
  %init_value = stablehlo.constant dense<-1> : tensor<i32>
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) ({
    ^bb0(%lhs: tensor<i32>, %rhs: tensor<i32>):
      %0 = stablehlo.compare GE, %lhs, %rhs, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %0 : tensor<i1>
  }, {
    ^bb0(%lhs: tensor<i32>, %rhs: tensor<i32>):
      %0 = stablehlo.maximum %lhs, %rhs : tensor<i32>
      stablehlo.return %0 : tensor<i32>
  }) {
    window_dimensions = array<i64: 1, 2>,
    window_strides = array<i64: 1, 2>
  } : (tensor<1x4xi32>, tensor<1x2xi32>, tensor<i32>) -> tensor<1x4xi32>
  %expected = stablehlo.constant dense<[[-1, 10, 20, -1]]> : tensor<1x4xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1x4xi32>, tensor<1x4xi32>) -> ()
  return
}
