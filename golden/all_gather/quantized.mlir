// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/distribution.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// quantized: what is stored
//   all_gather: operands: variadic number of tensors or per-tensor quantized tensors
// agree: spec model
// upstream interpreter differs: upstream.quantized-operations: the interpreter rewrites quantized programs first,
//     and has no rewriting for all_gather, collective_broadcast, collective_permute, dynamic_update_slice, iota,
//     is_finite, map, optimization_barrier, reduce, reverse, sort
// XLA CPU isn't asked: it doesn't know interpreter.run_parallel
func.func @main() {
  %operand_0_0_storage = stablehlo.constant dense<[0, 1]> : tensor<2xi8>
  %operand_0_0 = stablehlo.bitcast_convert %operand_0_0_storage : (tensor<2xi8>) -> tensor<2x!quant.uniform<i8:f32, 0.5:-10>>
  %operand_1_0_storage = stablehlo.constant dense<[10, 11]> : tensor<2xi8>
  %operand_1_0 = stablehlo.bitcast_convert %operand_1_0_storage : (tensor<2xi8>) -> tensor<2x!quant.uniform<i8:f32, 0.5:-10>>
  %result_0_0, %result_1_0 = "interpreter.run_parallel"(%operand_0_0, %operand_1_0) {
    programs = [[@all_gather], [@all_gather]]
  } : (tensor<2x!quant.uniform<i8:f32, 0.5:-10>>, tensor<2x!quant.uniform<i8:f32, 0.5:-10>>) -> (tensor<4x!quant.uniform<i8:f32, 0.5:-10>>, tensor<4x!quant.uniform<i8:f32, 0.5:-10>>)
  %result_0_0_stored = stablehlo.bitcast_convert %result_0_0 : (tensor<4x!quant.uniform<i8:f32, 0.5:-10>>) -> tensor<4xi8>
  %expected_0_0 = stablehlo.constant dense<[0, 1, 10, 11]> : tensor<4xi8>
  stablehlo.custom_call @check.expect_eq(%result_0_0_stored, %expected_0_0) {has_side_effect = true} : (tensor<4xi8>, tensor<4xi8>) -> ()
  %result_1_0_stored = stablehlo.bitcast_convert %result_1_0 : (tensor<4x!quant.uniform<i8:f32, 0.5:-10>>) -> tensor<4xi8>
  %expected_1_0 = stablehlo.constant dense<[0, 1, 10, 11]> : tensor<4xi8>
  stablehlo.custom_call @check.expect_eq(%result_1_0_stored, %expected_1_0) {has_side_effect = true} : (tensor<4xi8>, tensor<4xi8>) -> ()
  return
}
func.func private @all_gather(%operand0: tensor<2x!quant.uniform<i8:f32, 0.5:-10>>) -> (tensor<4x!quant.uniform<i8:f32, 0.5:-10>>) {
  %result = "stablehlo.all_gather"(%operand0) {
    all_gather_dim = 0 : i64,
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>
  } : (tensor<2x!quant.uniform<i8:f32, 0.5:-10>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:-10>>
  return %result : tensor<4x!quant.uniform<i8:f32, 0.5:-10>>
}
