// expected: dynamic_gather.C1
// every dimension of operand is an offset, a collapsed or a batching dimension
// spec: rank(operand) = size(offset_dims) + size(collapsed_slice_dims)
// upstream: rejects
//
// Written by tools/golden.py. To change it, change the constraint in hlogen/spec/dynamic_gather_constraints.py,
// then `make golden`.

func.func @main(%operand: tensor<3x4x2xi64>, %start_indices: tensor<2x3x2xi64>) -> tensor<2x3x2x2xi64> {
  %slice_sizes = stablehlo.constant dense<[1, 2, 2]> : tensor<3xi64>
  %result = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [2, 3],
      start_index_map = [1, 0],
      index_vector_dim = 2>,
    indices_are_sorted = false
  } : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xi64>
  return %result : tensor<2x3x2x2xi64>
}
