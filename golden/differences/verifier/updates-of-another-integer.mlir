// difference: verifier.updates-of-another-integer
// clause: scatter.C6
// laxer in StableHLO: upstream doesn't compare the element types of updates and inputs

// expected: scatter.C6
func.func @main(%input: tensor<2xi64>, %scatter_indices: tensor<1xi64>, %update: tensor<i32>)
    -> tensor<2xi64> {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old: tensor<i64>, %new: tensor<i64>):
    "stablehlo.return"(%old) : (tensor<i64>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>
  } : (tensor<2xi64>, tensor<1xi64>, tensor<i32>) -> tensor<2xi64>
  func.return %0 : tensor<2xi64>
}
