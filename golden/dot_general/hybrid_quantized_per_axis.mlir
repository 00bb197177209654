// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/quantization.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// hybrid_quantized_per_axis: lhs of floats, a scale for each column of rhs
//   dot_general: hybrid_dequantize_then_op: op(lhs, dequantize(rhs))
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.quantized: XLA has no quantized types
func.func @main() {
  %lhs = stablehlo.constant dense<[[0.5, 2.0], [-1.0, 4.0]]> : tensor<2x2xf32>
  %rhs_storage = stablehlo.constant dense<[[2, 8], [-6, 16]]> : tensor<2x2xi8>
  %rhs = stablehlo.bitcast_convert %rhs_storage : (tensor<2x2xi8>) -> tensor<2x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>
  %result = "stablehlo.dot_general"(%lhs, %rhs) {
    dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>
  } : (tensor<2x2xf32>, tensor<2x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>) -> tensor<2x2xf32>
  %expected = stablehlo.constant dense<[[-5.5, 9.0], [-13.0, 14.0]]> : tensor<2x2xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x2xf32>, tensor<2x2xf32>) -> ()
  return
}
