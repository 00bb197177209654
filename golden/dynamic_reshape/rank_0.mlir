// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// rank_0: a single element
//   dynamic_reshape: result[result_index] = operand[operand_index]: the same position in the lexicographic ordering
//     of their index spaces
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1]]> : tensor<1x1xi32>
  %output_shape = stablehlo.constant dense<> : tensor<0xi64>
  %result = "stablehlo.dynamic_reshape"(%operand, %output_shape) : (tensor<1x1xi32>, tensor<0xi64>) -> tensor<i32>
  %expected = stablehlo.constant dense<1> : tensor<i32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  return
}
