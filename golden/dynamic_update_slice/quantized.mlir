// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/quantization.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// quantized: what is stored
//   dynamic_update_slice: operand: tensor or per-tensor quantized tensor
// agree: spec model
// XLA CPU differs: xla.quantized: XLA has no quantized types
// upstream interpreter differs: upstream.quantized-operations: the interpreter rewrites quantized programs first,
//     and has no rewriting for all_gather, collective_broadcast, collective_permute, dynamic_update_slice, iota,
//     is_finite, map, optimization_barrier, reduce, reverse, sort
func.func @main() {
  %operand_storage = stablehlo.constant dense<[1, -7, 100]> : tensor<3xi8>
  %operand = stablehlo.bitcast_convert %operand_storage : (tensor<3xi8>) -> tensor<3x!quant.uniform<i8:f32, 0.5:-10>>
  %update_storage = stablehlo.constant dense<[42]> : tensor<1xi8>
  %update = stablehlo.bitcast_convert %update_storage : (tensor<1xi8>) -> tensor<1x!quant.uniform<i8:f32, 0.5:-10>>
  %start_indices = stablehlo.constant dense<1> : tensor<i32>
  %result = "stablehlo.dynamic_update_slice"(%operand, %update, %start_indices) : (tensor<3x!quant.uniform<i8:f32, 0.5:-10>>, tensor<1x!quant.uniform<i8:f32, 0.5:-10>>, tensor<i32>) -> tensor<3x!quant.uniform<i8:f32, 0.5:-10>>
  %result_stored = stablehlo.bitcast_convert %result : (tensor<3x!quant.uniform<i8:f32, 0.5:-10>>) -> tensor<3xi8>
  %expected = stablehlo.constant dense<[1, 42, 100]> : tensor<3xi8>
  stablehlo.custom_call @check.expect_eq(%result_stored, %expected) {has_side_effect = true} : (tensor<3xi8>, tensor<3xi8>) -> ()
  return
}
