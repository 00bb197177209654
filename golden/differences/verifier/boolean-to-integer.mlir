// difference: verifier.boolean-to-integer
// clause: scatter.C23
// laxer in StableHLO: upstream compares the kinds of the types, and their widths only for integers and complex
//     types

// expected: scatter.C23
func.func @main(%input: tensor<2xi1>, %scatter_indices: tensor<1xi64>, %update: tensor<i1>)
    -> tensor<2xi32> {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old: tensor<i32>, %new: tensor<i32>):
    "stablehlo.return"(%old) : (tensor<i32>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>
  } : (tensor<2xi1>, tensor<1xi64>, tensor<i1>) -> tensor<2xi32>
  func.return %0 : tensor<2xi32>
}
