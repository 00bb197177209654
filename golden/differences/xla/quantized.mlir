// difference: xla.quantized
// clause: types: quantized tensors
// refused in jaxlib: XLA has no quantized types
// portable: stays: the program's own arguments and results have these types

func.func @main() {
  %operand_storage = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi8>
  %operand = stablehlo.bitcast_convert %operand_storage : (tensor<3xi8>) -> tensor<3x!quant.uniform<i8:f32, 0.5:3>>
  %start_indices = stablehlo.constant dense<[2]> : tensor<1xi64>
  %result = func.call @program(%operand, %start_indices) : (tensor<3x!quant.uniform<i8:f32, 0.5:3>>, tensor<1xi64>) -> tensor<!quant.uniform<i8:f32, 0.5:3>>
  %storage = stablehlo.bitcast_convert %result : (tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<i8>
  %expected = stablehlo.constant dense<3> : tensor<i8>
  stablehlo.custom_call @check.expect_eq(%storage, %expected) {has_side_effect = true} : (tensor<i8>, tensor<i8>) -> ()
  return
}

func.func private @program(%operand: tensor<3x!quant.uniform<i8:f32, 0.5:3>>, %start_indices: tensor<1xi64>) -> tensor<!quant.uniform<i8:f32, 0.5:3>> {
  %0 = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0>,
    slice_sizes = array<i64: 1>
  } : (tensor<3x!quant.uniform<i8:f32, 0.5:3>>, tensor<1xi64>) -> tensor<!quant.uniform<i8:f32, 0.5:3>>
  func.return %0 : tensor<!quant.uniform<i8:f32, 0.5:3>>
}
