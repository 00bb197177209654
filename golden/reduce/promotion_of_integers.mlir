// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/reductions.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// promotion_of_integers: i8 is summed in i32
//   reduce: input_slices_converted = to_destination_type(input_slices..., type(func_inputs(body)...)...)
// agree: spec model
// upstream interpreter differs: upstream.promotion-in-reductions: the interpreter gives the results the inputs'
//     type
// XLA CPU differs: xla.promotion-in-reductions: XLA wants the body in the type of the inputs
func.func @main() {
  %inputs = stablehlo.constant dense<[100, 100, 100, -5]> : tensor<4xi8>
  %init_values = stablehlo.constant dense<0> : tensor<i8>
  %result = "stablehlo.reduce"(%inputs, %init_values) ({
    ^bb0(%lhs: tensor<i32>, %rhs: tensor<i32>):
      %0 = stablehlo.add %lhs, %rhs : tensor<i32>
      stablehlo.return %0 : tensor<i32>
  }) {
    dimensions = array<i64: 0>
  } : (tensor<4xi8>, tensor<i8>) -> tensor<i32>
  %expected = stablehlo.constant dense<295> : tensor<i32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  return
}
