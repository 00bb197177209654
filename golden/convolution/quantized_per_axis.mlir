// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/quantization.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// quantized_per_axis: a scale for each output feature
//   convolution: For quantized types, performs dequantize_op_quantize of convolution.
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.quantized: XLA has no quantized types
func.func @main() {
  %lhs_storage = stablehlo.constant dense<[[[2], [-4], [6]]]> : tensor<1x3x1xi8>
  %lhs = stablehlo.bitcast_convert %lhs_storage : (tensor<1x3x1xi8>) -> tensor<1x3x1x!quant.uniform<i8:f32, 0.5>>
  %rhs_storage = stablehlo.constant dense<[[[2, 4]], [[-2, 16]]]> : tensor<2x1x2xi8>
  %rhs = stablehlo.bitcast_convert %rhs_storage : (tensor<2x1x2xi8>) -> tensor<2x1x2x!quant.uniform<i8:f32:2, {0.5, 0.25}>>
  %result = "stablehlo.convolution"(%lhs, %rhs) {
    padding = dense<[[0, 0]]> : tensor<1x2xi64>,
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 1 : i64,
    batch_group_count = 1 : i64
  } : (tensor<1x3x1x!quant.uniform<i8:f32, 0.5>>, tensor<2x1x2x!quant.uniform<i8:f32:2, {0.5, 0.25}>>) -> tensor<1x2x2x!quant.uniform<i8:f32, 1.0>>
  %result_stored = stablehlo.bitcast_convert %result : (tensor<1x2x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<1x2x2xi8>
  %expected = stablehlo.constant dense<[[[3, -7], [-5, 10]]]> : tensor<1x2x2xi8>
  stablehlo.custom_call @check.expect_eq(%result_stored, %expected) {has_side_effect = true} : (tensor<1x2x2xi8>, tensor<1x2x2xi8>) -> ()
  return
}
