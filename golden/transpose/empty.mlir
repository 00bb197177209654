// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// empty: without elements
//   transpose: result[result_index] = operand[operand_index] where result_index[d] = operand_index[permutation[d]]
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<> : tensor<0x3xi32>
  %result = "stablehlo.transpose"(%operand) {
    permutation = array<i64: 1, 0>
  } : (tensor<0x3xi32>) -> tensor<3x0xi32>
  %expected = stablehlo.constant dense<> : tensor<3x0xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3x0xi32>, tensor<3x0xi32>) -> ()
  return
}
