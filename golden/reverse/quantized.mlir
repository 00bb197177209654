// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// quantized: what is stored
//   reverse: result[result_index] = operand[operand_index]: operand_index[d] = dim(operand, d) - result_index[d] -
//     1 if d in dimensions
// agree: spec model
// XLA CPU differs: xla.quantized: XLA has no quantized types
// upstream interpreter differs: upstream.quantized-operations: the interpreter rewrites quantized programs first,
//     and has no rewriting for all_gather, collective_broadcast, collective_permute, dynamic_update_slice, iota,
//     is_finite, map, optimization_barrier, reduce, reverse, sort
func.func @main() {
  %operand_storage = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi8>
  %operand = stablehlo.bitcast_convert %operand_storage : (tensor<3xi8>) -> tensor<3x!quant.uniform<i8:f32, 0.5:3>>
  %result = "stablehlo.reverse"(%operand) {
    dimensions = array<i64: 0>
  } : (tensor<3x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<3x!quant.uniform<i8:f32, 0.5:3>>
  %result_stored = stablehlo.bitcast_convert %result : (tensor<3x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<3xi8>
  %expected = stablehlo.constant dense<[3, 2, 1]> : tensor<3xi8>
  stablehlo.custom_call @check.expect_eq(%result_stored, %expected) {has_side_effect = true} : (tensor<3xi8>, tensor<3xi8>) -> ()
  return
}
