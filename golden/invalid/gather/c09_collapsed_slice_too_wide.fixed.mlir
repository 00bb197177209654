// expected: nothing. The valid neighbour of c09_collapsed_slice_too_wide.mlir
// a collapsed dimension has a slice size of at most 1
// spec: slice_sizes[collapsed_slice_dims...] <= 1
// upstream: accepts
//
// Written by tools/golden.py. To change it, change the constraint in hlogen/spec/gather_constraints.py,
// then `make golden`.

func.func @main(%operand: tensor<2x3x4x2xi32>, %start_indices: tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32> {
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [3, 4],
      collapsed_slice_dims = [1],
      operand_batching_dims = [0],
      start_indices_batching_dims = [1],
      start_index_map = [2, 1],
      index_vector_dim = 3>,
    slice_sizes = array<i64: 1, 1, 2, 2>,
    indices_are_sorted = false
  } : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
  return %result : tensor<2x2x3x2x2xi32>
}
