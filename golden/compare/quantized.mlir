// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/quantization.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// quantized: values are compared, not what is stored
//   compare: dequantize_compare(lhs, rhs, comparison_direction)
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.quantized: XLA has no quantized types
func.func @main() {
  %lhs_storage = stablehlo.constant dense<[4, -6, 10]> : tensor<3xi8>
  %lhs = stablehlo.bitcast_convert %lhs_storage : (tensor<3xi8>) -> tensor<3x!quant.uniform<i8:f32, 0.5>>
  %rhs_storage = stablehlo.constant dense<[4, 8, -20]> : tensor<3xi8>
  %rhs = stablehlo.bitcast_convert %rhs_storage : (tensor<3xi8>) -> tensor<3x!quant.uniform<i8:f32, 0.5>>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction GE>,
    compare_type = #stablehlo<comparison_type FLOAT>
  } : (tensor<3x!quant.uniform<i8:f32, 0.5>>, tensor<3x!quant.uniform<i8:f32, 0.5>>) -> tensor<3xi1>
  %expected = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi1>, tensor<3xi1>) -> ()
  return
}
