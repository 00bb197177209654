// difference: verifier.second-argument-of-another-width
// clause: scatter.C23
// laxer in StableHLO: upstream doesn't compare the two halves of update_computation's arguments by width

// expected: scatter.C23
func.func @main(%input: tensor<2xf32>, %scatter_indices: tensor<1xi64>, %update: tensor<f32>)
    -> tensor<2xf32> {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old: tensor<f32>, %new: tensor<f64>):
    "stablehlo.return"(%old) : (tensor<f32>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>
  } : (tensor<2xf32>, tensor<1xi64>, tensor<f32>) -> tensor<2xf32>
  func.return %0 : tensor<2xf32>
}
