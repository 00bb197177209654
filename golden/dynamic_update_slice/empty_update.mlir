// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// empty_update: nothing is updated
//   dynamic_update_slice: adjusted_start_indices = clamp(0, start_indices, shape(operand) - slice_sizes)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %update = stablehlo.constant dense<> : tensor<0xi32>
  %start_indices = stablehlo.constant dense<1> : tensor<i32>
  %result = "stablehlo.dynamic_update_slice"(%operand, %update, %start_indices) : (tensor<3xi32>, tensor<0xi32>, tensor<i32>) -> tensor<3xi32>
  %expected = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  return
}
