// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// size_1_added: dimensions of size 1
//   reshape: result[result_index] = operand[operand_index]: the same position in the lexicographic ordering of
//     their index spaces
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi8>
  %result = "stablehlo.reshape"(%operand) : (tensor<4xi8>) -> tensor<1x2x1x2xi8>
  %expected = stablehlo.constant dense<[[[[1, 2]], [[3, 4]]]]> : tensor<1x2x1x2xi8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1x2x1x2xi8>, tensor<1x2x1x2xi8>) -> ()
  return
}
