// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/quantization.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// quantized: what overflows the storage is clamped
//   minimum: For quantized types: dequantize_op_quantize(minimum, lhs, rhs, type(result)).
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.quantized: XLA has no quantized types
func.func @main() {
  %lhs_storage = stablehlo.constant dense<[4, -6, 10, 120]> : tensor<4xi8>
  %lhs = stablehlo.bitcast_convert %lhs_storage : (tensor<4xi8>) -> tensor<4x!quant.uniform<i8:f32, 0.5>>
  %rhs_storage = stablehlo.constant dense<[2, 8, -20, 20]> : tensor<4xi8>
  %rhs = stablehlo.bitcast_convert %rhs_storage : (tensor<4xi8>) -> tensor<4x!quant.uniform<i8:f32, 0.5>>
  %result = "stablehlo.minimum"(%lhs, %rhs) : (tensor<4x!quant.uniform<i8:f32, 0.5>>, tensor<4x!quant.uniform<i8:f32, 0.5>>) -> tensor<4x!quant.uniform<i8:f32, 0.5>>
  %result_stored = stablehlo.bitcast_convert %result : (tensor<4x!quant.uniform<i8:f32, 0.5>>) -> tensor<4xi8>
  %expected = stablehlo.constant dense<[2, -6, -20, 20]> : tensor<4xi8>
  stablehlo.custom_call @check.expect_eq(%result_stored, %expected) {has_side_effect = true} : (tensor<4xi8>, tensor<4xi8>) -> ()
  return
}
