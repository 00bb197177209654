// difference: verifier.unsigned-slice-sizes
// clause: dynamic_gather.C12
// stricter in StableHLO: upstream reads a constant ui8 200 as -56

// expected: nothing
func.func @main(%operand: tensor<300xi32>, %start_indices: tensor<1xi64>) -> tensor<200xi32> {
  %slice_sizes = stablehlo.constant dense<200> : tensor<1xui8>
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) {
    dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0], index_vector_dim = 0>
  } : (tensor<300xi32>, tensor<1xi64>, tensor<1xui8>) -> tensor<200xi32>
  func.return %0 : tensor<200xi32>
}
