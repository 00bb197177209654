// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// matrix_spread: each row repeated
//   dynamic_broadcast_in_dim: operand_index[d] = dim(operand, d) = 1 ? 0 : result_index[broadcast_dimensions[d]]
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %output_dimensions = stablehlo.constant dense<[2, 4, 3]> : tensor<3xi64>
  %result = "stablehlo.dynamic_broadcast_in_dim"(%operand, %output_dimensions) {
    broadcast_dimensions = array<i64: 0, 2>
  } : (tensor<2x3xi32>, tensor<3xi64>) -> tensor<2x4x3xi32>
  %expected = stablehlo.constant dense<[
      [[1, 2, 3], [1, 2, 3], [1, 2, 3], [1, 2, 3]],
      [[4, 5, 6], [4, 5, 6], [4, 5, 6], [4, 5, 6]]
    ]> : tensor<2x4x3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x4x3xi32>, tensor<2x4x3xi32>) -> ()
  return
}
