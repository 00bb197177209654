// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// quantized_per_axis: scales stay with their elements
//   reshape: result[result_index] = operand[operand_index]: the same position in the lexicographic ordering of
//     their index spaces
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.quantized: XLA has no quantized types
func.func @main() {
  %operand_storage = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi8>
  %operand = stablehlo.bitcast_convert %operand_storage : (tensor<2x3xi8>) -> tensor<2x3x!quant.uniform<i8:f32:1, {0.5, 0.25:2, 2.0:-1}>>
  %result = "stablehlo.reshape"(%operand) : (tensor<2x3x!quant.uniform<i8:f32:1, {0.5, 0.25:2, 2.0:-1}>>) -> tensor<1x2x3x!quant.uniform<i8:f32:2, {0.5, 0.25:2, 2.0:-1}>>
  %result_stored = stablehlo.bitcast_convert %result : (tensor<1x2x3x!quant.uniform<i8:f32:2, {0.5, 0.25:2, 2.0:-1}>>) -> tensor<1x2x3xi8>
  %expected = stablehlo.constant dense<[[[1, 2, 3], [4, 5, 6]]]> : tensor<1x2x3xi8>
  stablehlo.custom_call @check.expect_eq(%result_stored, %expected) {has_side_effect = true} : (tensor<1x2x3xi8>, tensor<1x2x3xi8>) -> ()
  return
}
