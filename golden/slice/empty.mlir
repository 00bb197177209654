// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// empty: start at the limit
//   slice: result[result_index] = operand[operand_index] where operand_index = start_indices + result_index *
//     strides
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %result = "stablehlo.slice"(%operand) {
    start_indices = array<i64: 2>,
    limit_indices = array<i64: 2>,
    strides = array<i64: 1>
  } : (tensor<4xi32>) -> tensor<0xi32>
  %expected = stablehlo.constant dense<> : tensor<0xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<0xi32>, tensor<0xi32>) -> ()
  return
}
