// difference: verifier.bound-too-small
// clause: gather.C17
// laxer in StableHLO: upstream doesn't compare the bound of a dynamic dimension with anything

// expected: gather.C17
func.func @main(%operand: tensor<?xi32, #stablehlo.bounds<2>>, %start_indices: tensor<3x0xi64>) -> tensor<3xi32> {
  %0 = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      operand_batching_dims = [0], start_indices_batching_dims = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1>
  } : (tensor<?xi32, #stablehlo.bounds<2>>, tensor<3x0xi64>) -> tensor<3xi32>
  func.return %0 : tensor<3xi32>
}
