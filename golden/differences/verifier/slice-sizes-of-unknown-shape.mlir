// difference: verifier.slice-sizes-of-unknown-shape
// clause: dynamic_gather.I3
// stricter in StableHLO: upstream wants slice_sizes to have a static shape

// expected: nothing
func.func @main(%operand: tensor<300xi32>, %start_indices: tensor<1xi64>, %slice_sizes: tensor<?xi64>) -> tensor<200xi32> {
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) {
    dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0], index_vector_dim = 0>
  } : (tensor<300xi32>, tensor<1xi64>, tensor<?xi64>) -> tensor<200xi32>
  func.return %0 : tensor<200xi32>
}
