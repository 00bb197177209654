// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/quantization.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// quantized_per_axis: a scale for each column of rhs
//   dot_general: For quantized types, performs dequantize_op_quantize of dot_general.
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.quantized: XLA has no quantized types
func.func @main() {
  %lhs_storage = stablehlo.constant dense<[[2, -4], [6, 8]]> : tensor<2x2xi8>
  %lhs = stablehlo.bitcast_convert %lhs_storage : (tensor<2x2xi8>) -> tensor<2x2x!quant.uniform<i8:f32, 0.5>>
  %rhs_storage = stablehlo.constant dense<[[2, 8], [-6, 16]]> : tensor<2x2xi8>
  %rhs = stablehlo.bitcast_convert %rhs_storage : (tensor<2x2xi8>) -> tensor<2x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>
  %result = "stablehlo.dot_general"(%lhs, %rhs) {
    dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>
  } : (tensor<2x2x!quant.uniform<i8:f32, 0.5>>, tensor<2x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>) -> tensor<2x2x!quant.uniform<i8:f32, 1.0>>
  %result_stored = stablehlo.bitcast_convert %result : (tensor<2x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x2xi8>
  %expected = stablehlo.constant dense<[[7, -6], [-9, 22]]> : tensor<2x2xi8>
  stablehlo.custom_call @check.expect_eq(%result_stored, %expected) {has_side_effect = true} : (tensor<2x2xi8>, tensor<2x2xi8>) -> ()
  return
}
