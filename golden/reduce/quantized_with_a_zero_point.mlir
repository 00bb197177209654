// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/quantization.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// quantized_with_a_zero_point: what is stored isn't summed: it would be off by zero points
//   reduce: inputs: variadic number of tensors or per-tensor quantized tensors
// agree: spec model
// XLA CPU differs: xla.quantized: XLA has no quantized types
// upstream interpreter differs: upstream.quantized-operations: the interpreter rewrites quantized programs first,
//     and has no rewriting for all_gather, collective_broadcast, collective_permute, dynamic_update_slice, iota,
//     is_finite, map, optimization_barrier, reduce, reverse, sort
func.func @main() {
  %inputs_storage = stablehlo.constant dense<[[1, 2, 3], [-4, 50, 6]]> : tensor<2x3xi8>
  %inputs = stablehlo.bitcast_convert %inputs_storage : (tensor<2x3xi8>) -> tensor<2x3x!quant.uniform<i8:f32, 0.5:-10>>
  %init_values_storage = stablehlo.constant dense<-10> : tensor<i8>
  %init_values = stablehlo.bitcast_convert %init_values_storage : (tensor<i8>) -> tensor<!quant.uniform<i8:f32, 0.5:-10>>
  %result = "stablehlo.reduce"(%inputs, %init_values) ({
    ^bb0(%lhs: tensor<!quant.uniform<i8:f32, 0.5:-10>>, %rhs: tensor<!quant.uniform<i8:f32, 0.5:-10>>):
      %0 = stablehlo.add %lhs, %rhs : tensor<!quant.uniform<i8:f32, 0.5:-10>>
      stablehlo.return %0 : tensor<!quant.uniform<i8:f32, 0.5:-10>>
  }) {
    dimensions = array<i64: 1>
  } : (tensor<2x3x!quant.uniform<i8:f32, 0.5:-10>>, tensor<!quant.uniform<i8:f32, 0.5:-10>>) -> tensor<2x!quant.uniform<i8:f32, 0.5:-10>>
  %result_stored = stablehlo.bitcast_convert %result : (tensor<2x!quant.uniform<i8:f32, 0.5:-10>>) -> tensor<2xi8>
  %expected = stablehlo.constant dense<[26, 72]> : tensor<2xi8>
  stablehlo.custom_call @check.expect_eq(%result_stored, %expected) {has_side_effect = true} : (tensor<2xi8>, tensor<2xi8>) -> ()
  return
}
