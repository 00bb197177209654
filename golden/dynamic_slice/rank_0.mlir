// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// rank_0: operand of rank 0
//   dynamic_slice: adjusted_start_indices = clamp(0, start_indices, shape(operand) - slice_sizes)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<5.0> : tensor<f32>
  %result = "stablehlo.dynamic_slice"(%operand) {
    slice_sizes = array<i64>
  } : (tensor<f32>) -> tensor<f32>
  %expected = stablehlo.constant dense<5.0> : tensor<f32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
  return
}
