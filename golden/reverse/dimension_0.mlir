// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// dimension_0: the first dimension
//   reverse: result[result_index] = operand[operand_index]: operand_index[d] = dim(operand, d) - result_index[d] -
//     1 if d in dimensions
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %result = "stablehlo.reverse"(%operand) {
    dimensions = array<i64: 0>
  } : (tensor<2x3xi32>) -> tensor<2x3xi32>
  %expected = stablehlo.constant dense<[[4, 5, 6], [1, 2, 3]]> : tensor<2x3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()
  return
}
