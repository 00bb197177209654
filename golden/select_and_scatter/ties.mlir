// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/reductions.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// ties: of equal elements, GE selects the first
//   select_and_scatter: body returns select(arg0, arg1) ? arg0 : arg1
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[7, 7, 3, 3]]> : tensor<1x4xi32>
  %source = stablehlo.constant dense<[[10, 20]]> : tensor<1x2xi32>
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
    window_strides = array<i64: 1, 2>
  } : (tensor<1x4xi32>, tensor<1x2xi32>, tensor<i32>) -> tensor<1x4xi32>
  %expected = stablehlo.constant dense<[[10, 0, 20, 0]]> : tensor<1x4xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1x4xi32>, tensor<1x4xi32>) -> ()
  return
}
