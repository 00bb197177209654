// difference: upstream.quantized-dynamic-gather
// clause: dynamic_gather I1: operand may be a per-tensor quantized tensor
// refused in StableHLO: the interpreter rewrites quantized programs first, and has no rewriting for dynamic_gather

func.func @main() {
  %operand_storage = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi8>
  %operand = stablehlo.bitcast_convert %operand_storage : (tensor<3xi8>) -> tensor<3x!quant.uniform<i8:f32, 0.5:3>>
  %start_indices = stablehlo.constant dense<[2]> : tensor<1xi64>
  %result = func.call @program(%operand, %start_indices) : (tensor<3x!quant.uniform<i8:f32, 0.5:3>>, tensor<1xi64>) -> tensor<1x!quant.uniform<i8:f32, 0.5:3>>
  %storage = stablehlo.bitcast_convert %result : (tensor<1x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<1xi8>
  %expected = stablehlo.constant dense<[3]> : tensor<1xi8>
  stablehlo.custom_call @check.expect_eq(%storage, %expected) {has_side_effect = true} : (tensor<1xi8>, tensor<1xi8>) -> ()
  return
}

func.func private @program(%operand: tensor<3x!quant.uniform<i8:f32, 0.5:3>>, %start_indices: tensor<1xi64>) -> tensor<1x!quant.uniform<i8:f32, 0.5:3>> {
  %slice_sizes = stablehlo.constant dense<[1]> : tensor<1xi64>
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) {
    dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0], index_vector_dim = 0>
  } : (tensor<3x!quant.uniform<i8:f32, 0.5:3>>, tensor<1xi64>, tensor<1xi64>) -> tensor<1x!quant.uniform<i8:f32, 0.5:3>>
  func.return %0 : tensor<1x!quant.uniform<i8:f32, 0.5:3>>
}
