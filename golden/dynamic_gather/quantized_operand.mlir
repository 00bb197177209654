// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/dynamic_gather.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// quantized_operand: a quantized operand: the result has its scale and zero point
//   dynamic_gather.I1-quantized: operand: per-tensor quantized tensor
// agree: spec model
// upstream interpreter differs: upstream.quantized-dynamic-gather: the interpreter rewrites quantized programs
//     first, and has no rewriting for dynamic_gather
// XLA CPU differs: xla.quantized: XLA has no quantized types
func.func @main() {
  %operand_storage = stablehlo.constant dense<[[-128, 0, 3], [7, -1, 127]]> : tensor<2x3xi8>
  %operand = stablehlo.bitcast_convert %operand_storage : (tensor<2x3xi8>) -> tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>
  %start_indices = stablehlo.constant dense<[1, 0, 1]> : tensor<3xi64>
  %slice_sizes = stablehlo.constant dense<[1, 3]> : tensor<2xi32>
  %result = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1],
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false
  } : (tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>, tensor<3xi64>, tensor<2xi32>) -> tensor<3x3x!quant.uniform<i8:f32, 0.5:3>>
  %result_stored = stablehlo.bitcast_convert %result : (tensor<3x3x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<3x3xi8>
  %expected = stablehlo.constant dense<[[7, -1, 127], [-128, 0, 3], [7, -1, 127]]> : tensor<3x3xi8>
  stablehlo.custom_call @check.expect_eq(%result_stored, %expected) {has_side_effect = true} : (tensor<3x3xi8>, tensor<3x3xi8>) -> ()
  return
}
