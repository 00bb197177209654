// difference: verifier.updates-of-another-float
// clause: scatter.C6
// laxer in StableHLO: upstream doesn't compare the element types of updates and inputs

// expected: scatter.C6
func.func @main(%input: tensor<2xf64>, %scatter_indices: tensor<1xi64>, %update: tensor<f32>)
    -> tensor<2xf64> {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old: tensor<f64>, %new: tensor<f64>):
    "stablehlo.return"(%old) : (tensor<f64>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>
  } : (tensor<2xf64>, tensor<1xi64>, tensor<f32>) -> tensor<2xf64>
  func.return %0 : tensor<2xf64>
}
