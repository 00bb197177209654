// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// index_type_ui8: ui8 200 isn't negative
//   dynamic_slice: adjusted_start_indices = clamp(0, start_indices, shape(operand) - slice_sizes)
// agree: spec model
// upstream interpreter differs: upstream.unsigned-indices: the interpreter extends the sign of unsigned indices,
//     those of dynamic_slice and dynamic_update_slice too: ui8 200 becomes -56
// XLA CPU differs: xla.constant-unsigned-indices: XLA folds the clamping of constant unsigned indices as if they
//     were signed
func.func @main() {
  %operand = stablehlo.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]> : tensor<3x4xi32>
  %start_index0 = stablehlo.constant dense<200> : tensor<ui8>
  %start_index1 = stablehlo.constant dense<1> : tensor<ui8>
  %result = "stablehlo.dynamic_slice"(%operand, %start_index0, %start_index1) {
    slice_sizes = array<i64: 2, 2>
  } : (tensor<3x4xi32>, tensor<ui8>, tensor<ui8>) -> tensor<2x2xi32>
  %expected = stablehlo.constant dense<[[6, 7], [10, 11]]> : tensor<2x2xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
  return
}
