// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// quantized_inputs: quantized inputs and updates: the result has their scale and zero point
//   scatter.I1-quantized: inputs: per-tensor quantized tensors
//   scatter.S18: updated_results is a copy of results with results...[result_index] set to updated_values...
// agree: spec model
// upstream interpreter differs: upstream.quantized-scatter: the interpreter rewrites quantized programs first,
//     and has no rewriting for scatter
// XLA CPU differs: xla.quantized: XLA has no quantized types
func.func @main() {
  %inputs_storage = stablehlo.constant dense<[-128, 0, 3, 127]> : tensor<4xi8>
  %inputs = stablehlo.bitcast_convert %inputs_storage : (tensor<4xi8>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  %scatter_indices = stablehlo.constant dense<[3, 0, 7]> : tensor<3xi64>
  %updates_storage = stablehlo.constant dense<[7, -1, 5]> : tensor<3xi8>
  %updates = stablehlo.bitcast_convert %updates_storage : (tensor<3xi8>) -> tensor<3x!quant.uniform<i8:f32, 0.5:3>>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<!quant.uniform<i8:f32, 0.5:3>>, %new: tensor<!quant.uniform<i8:f32, 0.5:3>>):
      stablehlo.return %new : tensor<!quant.uniform<i8:f32, 0.5:3>>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>, tensor<3xi64>, tensor<3x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  %result_stored = stablehlo.bitcast_convert %result : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4xi8>
  %expected = stablehlo.constant dense<[-1, 0, 3, 7]> : tensor<4xi8>
  stablehlo.custom_call @check.expect_eq(%result_stored, %expected) {has_side_effect = true} : (tensor<4xi8>, tensor<4xi8>) -> ()
  return
}
