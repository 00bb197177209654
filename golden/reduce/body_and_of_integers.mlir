// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/reductions.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// body_and_of_integers: body is bitwise and
//   reduce: results...[j0, ..., jR-1] = reduce(inputs...[j0, ..., :, ..., jR-1]), : inserted at dimensions
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[[12, 10, -2], [5, 3, 9]]> : tensor<2x3xi32>
  %init_values = stablehlo.constant dense<-1> : tensor<i32>
  %result = "stablehlo.reduce"(%inputs, %init_values) ({
    ^bb0(%lhs: tensor<i32>, %rhs: tensor<i32>):
      %0 = stablehlo.and %lhs, %rhs : tensor<i32>
      stablehlo.return %0 : tensor<i32>
  }) {
    dimensions = array<i64: 1>
  } : (tensor<2x3xi32>, tensor<i32>) -> tensor<2xi32>
  %expected = stablehlo.constant dense<[8, 1]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}
