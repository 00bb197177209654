// difference: verifier.tf32
// clause: gather.I1
// stricter in StableHLO: upstream's dialect has tf32 in no operand's type

// expected: nothing
func.func @main(%operand: tensor<3xtf32>, %start_indices: tensor<2x1xi64>) -> tensor<2xtf32> {
  %0 = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1>
  } : (tensor<3xtf32>, tensor<2x1xi64>) -> tensor<2xtf32>
  func.return %0 : tensor<2xtf32>
}
