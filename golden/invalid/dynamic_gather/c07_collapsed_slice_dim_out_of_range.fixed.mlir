// expected: nothing. The valid neighbour of c07_collapsed_slice_dim_out_of_range.mlir
// collapsed_slice_dims are dimensions of operand
// spec: 0 <= collapsed_slice_dims < rank(operand)
// upstream: accepts
//
// Written by tools/golden.py. To change it, change the constraint in hlogen/spec/dynamic_gather_constraints.py,
// then `make golden`.

func.func @main(%operand: tensor<3x4x2xi64>, %start_indices: tensor<2x3x2xi64>) -> tensor<2x3x2x2xi64> {
  %slice_sizes = stablehlo.constant dense<[1, 2, 2]> : tensor<3xi64>
  %result = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [2, 3],
      collapsed_slice_dims = [0],
      start_index_map = [1, 0],
      index_vector_dim = 2>,
    indices_are_sorted = false
  } : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xi64>
  return %result : tensor<2x3x2x2xi64>
}
