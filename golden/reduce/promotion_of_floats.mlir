// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/reductions.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// promotion_of_floats: bf16 is summed in f32
//   reduce: input_slices_converted = to_destination_type(input_slices..., type(func_inputs(body)...)...)
// agree: spec model
// upstream interpreter differs: upstream.promotion-in-reductions: the interpreter gives the results the inputs'
//     type
// XLA CPU differs: xla.promotion-in-reductions: XLA wants the body in the type of the inputs
func.func @main() {
  %inputs = stablehlo.constant dense<[256.0, 1.0, 1.0, 1.0]> : tensor<4xbf16>
  %init_values = stablehlo.constant dense<0.0> : tensor<bf16>
  %result = "stablehlo.reduce"(%inputs, %init_values) ({
    ^bb0(%lhs: tensor<f32>, %rhs: tensor<f32>):
      %0 = stablehlo.add %lhs, %rhs : tensor<f32>
      stablehlo.return %0 : tensor<f32>
  }) {
    dimensions = array<i64: 0>
  } : (tensor<4xbf16>, tensor<bf16>) -> tensor<f32>
  %expected = stablehlo.constant dense<259.0> : tensor<f32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
  return
}
