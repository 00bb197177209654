// difference: upstream.quantized-scatter
// clause: scatter I1: inputs may be per-tensor quantized tensors
// refused in StableHLO: the interpreter rewrites quantized programs first, and has no rewriting for scatter
// portable: stays: the inputs' own type is quantized, and nothing else reads that type as integers there

func.func @main() {
  %input_storage = stablehlo.constant dense<[1, 2]> : tensor<2xi8>
  %input = stablehlo.bitcast_convert %input_storage : (tensor<2xi8>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  %scatter_indices = stablehlo.constant dense<[1]> : tensor<1xi64>
  %update_storage = stablehlo.constant dense<9> : tensor<i8>
  %update = stablehlo.bitcast_convert %update_storage : (tensor<i8>) -> tensor<!quant.uniform<i8:f32, 0.5:3>>
  %result = func.call @program(%input, %scatter_indices, %update) : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>, tensor<1xi64>, tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  %storage = stablehlo.bitcast_convert %result : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2xi8>
  %expected = stablehlo.constant dense<[1, 9]> : tensor<2xi8>
  stablehlo.custom_call @check.expect_eq(%storage, %expected) {has_side_effect = true} : (tensor<2xi8>, tensor<2xi8>) -> ()
  return
}

func.func private @program(%input: tensor<2x!quant.uniform<i8:f32, 0.5:3>>, %scatter_indices: tensor<1xi64>, %update: tensor<!quant.uniform<i8:f32, 0.5:3>>)
    -> tensor<2x!quant.uniform<i8:f32, 0.5:3>> {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old: tensor<!quant.uniform<i8:f32, 0.5:3>>, %new: tensor<!quant.uniform<i8:f32, 0.5:3>>):
    stablehlo.return %new : tensor<!quant.uniform<i8:f32, 0.5:3>>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>
  } : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>, tensor<1xi64>, tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  func.return %0 : tensor<2x!quant.uniform<i8:f32, 0.5:3>>
}
