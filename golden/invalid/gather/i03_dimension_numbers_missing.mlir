// expected: gather.I3
// dimension_numbers says which dimensions correspond
// spec: offset_dims, collapsed_slice_dims, operand_batching_dims, start_indices_batching_dims, start_index_map:
//     1-dimensional tensor constant of type si64; index_vector_dim: constant of type si64
// upstream: rejects
//
// Written by tools/golden.py. To change it, change the constraint in hlogen/spec/gather_constraints.py,
// then `make golden`.

func.func @main(%operand: tensor<2x3x4x2xi32>, %start_indices: tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32> {
  %result = "stablehlo.gather"(%operand, %start_indices) {
    slice_sizes = array<i64: 1, 1, 2, 2>,
    indices_are_sorted = false
  } : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
  return %result : tensor<2x2x3x2x2xi32>
}
