// difference: verifier.scatter-indices-i128
// clause: scatter.I2
// laxer in StableHLO: upstream's type constraint of scatter_indices lets any integer type and index through

// expected: scatter.I2
func.func @main(%input: tensor<2xi32>, %scatter_indices: tensor<1xi128>, %update: tensor<i32>)
    -> tensor<2xi32> {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old: tensor<i32>, %new: tensor<i32>):
    "stablehlo.return"(%old) : (tensor<i32>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>
  } : (tensor<2xi32>, tensor<1xi128>, tensor<i32>) -> tensor<2xi32>
  func.return %0 : tensor<2xi32>
}
