// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// quantized: what is stored
//   dynamic_slice: adjusted_start_indices = clamp(0, start_indices, shape(operand) - slice_sizes)
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.quantized: XLA has no quantized types
func.func @main() {
  %operand_storage = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi8>
  %operand = stablehlo.bitcast_convert %operand_storage : (tensor<4xi8>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  %start_indices = stablehlo.constant dense<1> : tensor<i32>
  %result = "stablehlo.dynamic_slice"(%operand, %start_indices) {
    slice_sizes = array<i64: 2>
  } : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>, tensor<i32>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  %result_stored = stablehlo.bitcast_convert %result : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2xi8>
  %expected = stablehlo.constant dense<[2, 3]> : tensor<2xi8>
  stablehlo.custom_call @check.expect_eq(%result_stored, %expected) {has_side_effect = true} : (tensor<2xi8>, tensor<2xi8>) -> ()
  return
}
