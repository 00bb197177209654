// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/reductions.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// floats: elements of type f32
//   select_and_scatter: source_indices = [source_index for source_index in indices(source) if
//     selected_index(source_index) = result_index]
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[0.5, -1.5, -2.0, -0.25]]> : tensor<1x4xf32>
  %source = stablehlo.constant dense<[[10.0, 0.125]]> : tensor<1x2xf32>
  %init_value = stablehlo.constant dense<0.0> : tensor<f32>
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) ({
    ^bb0(%lhs: tensor<f32>, %rhs: tensor<f32>):
      %0 = stablehlo.compare GE, %lhs, %rhs, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %0 : tensor<i1>
  }, {
    ^bb0(%lhs: tensor<f32>, %rhs: tensor<f32>):
      %0 = stablehlo.add %lhs, %rhs : tensor<f32>
      stablehlo.return %0 : tensor<f32>
  }) {
    window_dimensions = array<i64: 1, 2>,
    window_strides = array<i64: 1, 2>
  } : (tensor<1x4xf32>, tensor<1x2xf32>, tensor<f32>) -> tensor<1x4xf32>
  %expected = stablehlo.constant dense<[[10.0, 0.0, 0.0, 0.125]]> : tensor<1x4xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1x4xf32>, tensor<1x4xf32>) -> ()
  return
}
