// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// strides: every so many elements, the last stride cut short
//   slice: result[result_index] = operand[operand_index] where operand_index = start_indices + result_index *
//     strides
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1, 2, 3, 4, 5, 6, 7, 8], [9, 10, 11, 12, 13, 14, 15, 16]]> : tensor<2x8xi32>
  %result = "stablehlo.slice"(%operand) {
    start_indices = array<i64: 0, 1>,
    limit_indices = array<i64: 2, 8>,
    strides = array<i64: 1, 3>
  } : (tensor<2x8xi32>) -> tensor<2x3xi32>
  %expected = stablehlo.constant dense<[[2, 5, 8], [10, 13, 16]]> : tensor<2x3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()
  return
}
