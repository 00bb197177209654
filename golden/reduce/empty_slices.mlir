// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/reductions.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// empty_slices: where there is nothing to reduce, the result is the init value
//   reduce: The schedule consists of the input values, interspersed with init_values.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<> : tensor<2x0xi32>
  %init_values = stablehlo.constant dense<0> : tensor<i32>
  %result = "stablehlo.reduce"(%inputs, %init_values) ({
    ^bb0(%lhs: tensor<i32>, %rhs: tensor<i32>):
      %0 = stablehlo.add %lhs, %rhs : tensor<i32>
      stablehlo.return %0 : tensor<i32>
  }) {
    dimensions = array<i64: 1>
  } : (tensor<2x0xi32>, tensor<i32>) -> tensor<2xi32>
  %expected = stablehlo.constant dense<0> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}
