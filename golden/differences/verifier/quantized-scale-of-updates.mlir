// difference: verifier.quantized-scale-of-updates
// clause: scatter.C6
// laxer in StableHLO: upstream compares quantized types without their scales

// expected: scatter.C6
func.func @main(%input: tensor<2x!quant.uniform<i8:f32, 0.5>>, %scatter_indices: tensor<1xi64>, %update: tensor<!quant.uniform<i8:f32, 0.25>>)
    -> tensor<2x!quant.uniform<i8:f32, 0.5>> {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old: tensor<!quant.uniform<i8:f32, 0.5>>, %new: tensor<!quant.uniform<i8:f32, 0.5>>):
    "stablehlo.return"(%old) : (tensor<!quant.uniform<i8:f32, 0.5>>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>
  } : (tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<1xi64>, tensor<!quant.uniform<i8:f32, 0.25>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  func.return %0 : tensor<2x!quant.uniform<i8:f32, 0.5>>
}
