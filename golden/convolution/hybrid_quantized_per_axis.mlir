// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/quantization.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// hybrid_quantized_per_axis: lhs of floats, a scale for each output feature
//   convolution: hybrid_dequantize_then_op: op(lhs, dequantize(rhs))
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.quantized: XLA has no quantized types
func.func @main() {
  %lhs = stablehlo.constant dense<[[[0.5], [2.0], [-1.0]]]> : tensor<1x3x1xf32>
  %rhs_storage = stablehlo.constant dense<[[[2, 4]], [[-3, 16]]]> : tensor<2x1x2xi8>
  %rhs = stablehlo.bitcast_convert %rhs_storage : (tensor<2x1x2xi8>) -> tensor<2x1x2x!quant.uniform<i8:f32:2, {0.5, 0.25}>>
  %result = "stablehlo.convolution"(%lhs, %rhs) {
    padding = dense<[[0, 1]]> : tensor<1x2xi64>,
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 1 : i64,
    batch_group_count = 1 : i64
  } : (tensor<1x3x1xf32>, tensor<2x1x2x!quant.uniform<i8:f32:2, {0.5, 0.25}>>) -> tensor<1x3x2xf32>
  %expected = stablehlo.constant dense<[[[-2.5, 8.5], [3.5, -2.0], [-1.0, -1.0]]]> : tensor<1x3x2xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1x3x2xf32>, tensor<1x3x2xf32>) -> ()
  return
}
