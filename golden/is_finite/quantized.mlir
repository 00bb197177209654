// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/quantization.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// quantized: a quantized value always is
//   is_finite: For quantized types: dequantize_op_quantize(is_finite, operand, type(result)).
// agree: spec model
// XLA CPU differs: xla.quantized: XLA has no quantized types
// upstream interpreter differs: upstream.quantized-operations: the interpreter rewrites quantized programs first,
//     and has no rewriting for all_gather, collective_broadcast, collective_permute, dynamic_update_slice, iota,
//     is_finite, map, optimization_barrier, reduce, reverse, sort
func.func @main() {
  %x_storage = stablehlo.constant dense<[4, -7, 0, 9]> : tensor<4xi8>
  %x = stablehlo.bitcast_convert %x_storage : (tensor<4xi8>) -> tensor<4x!quant.uniform<i8:f32, 0.5>>
  %result = "stablehlo.is_finite"(%x) : (tensor<4x!quant.uniform<i8:f32, 0.5>>) -> tensor<4xi1>
  %expected = stablehlo.constant dense<true> : tensor<4xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
  return
}
