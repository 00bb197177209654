// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/quantization.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// quantized_requantized: operands and result of different scales and zero points, halves to even
//   add: For quantized types: dequantize_op_quantize(add, lhs, rhs, type(result)).
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.quantized: XLA has no quantized types
func.func @main() {
  %lhs_storage = stablehlo.constant dense<[4, -6, 10, 1, 3]> : tensor<5xi8>
  %lhs = stablehlo.bitcast_convert %lhs_storage : (tensor<5xi8>) -> tensor<5x!quant.uniform<i8:f32, 0.5>>
  %rhs_storage = stablehlo.constant dense<[-8, -18, 120, -10, -10]> : tensor<5xi8>
  %rhs = stablehlo.bitcast_convert %rhs_storage : (tensor<5xi8>) -> tensor<5x!quant.uniform<i8:f32, 0.5:-10>>
  %result = "stablehlo.add"(%lhs, %rhs) : (tensor<5x!quant.uniform<i8:f32, 0.5>>, tensor<5x!quant.uniform<i8:f32, 0.5:-10>>) -> tensor<5x!quant.uniform<i8:f32, 1.0>>
  %result_stored = stablehlo.bitcast_convert %result : (tensor<5x!quant.uniform<i8:f32, 1.0>>) -> tensor<5xi8>
  %expected = stablehlo.constant dense<[3, -7, 70, 0, 2]> : tensor<5xi8>
  stablehlo.custom_call @check.expect_eq(%result_stored, %expected) {has_side_effect = true} : (tensor<5xi8>, tensor<5xi8>) -> ()
  return
}
