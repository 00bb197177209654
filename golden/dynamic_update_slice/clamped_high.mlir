// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// clamped_high: a start too high takes the last window
//   dynamic_update_slice: adjusted_start_indices = clamp(0, start_indices, shape(operand) - shape(update))
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]> : tensor<3x4xi32>
  %update = stablehlo.constant dense<[[100, 101], [102, 103]]> : tensor<2x2xi32>
  %start_index0 = stablehlo.constant dense<9> : tensor<i64>
  %start_index1 = stablehlo.constant dense<3> : tensor<i64>
  %result = "stablehlo.dynamic_update_slice"(%operand, %update, %start_index0, %start_index1) : (tensor<3x4xi32>, tensor<2x2xi32>, tensor<i64>, tensor<i64>) -> tensor<3x4xi32>
  %expected = stablehlo.constant dense<[[1, 2, 3, 4], [5, 6, 100, 101], [9, 10, 102, 103]]> : tensor<3x4xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3x4xi32>, tensor<3x4xi32>) -> ()
  return
}
