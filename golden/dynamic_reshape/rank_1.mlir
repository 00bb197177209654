// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// rank_1: to one dimension
//   dynamic_reshape: result[result_index] = operand[operand_index]: the same position in the lexicographic ordering
//     of their index spaces
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %output_shape = stablehlo.constant dense<[6]> : tensor<1xi64>
  %result = "stablehlo.dynamic_reshape"(%operand, %output_shape) : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<6xf32>
  %expected = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xf32>, tensor<6xf32>) -> ()
  return
}
