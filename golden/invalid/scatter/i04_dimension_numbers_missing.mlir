// expected: scatter.I4
// scatter_dimension_numbers says which dimensions correspond
// spec: update_window_dims, inserted_window_dims, input_batching_dims, scatter_indices_batching_dims,
//     scatter_dims_to_operand_dims: 1-dimensional tensor constant of type si64; index_vector_dim: constant of type
//     si64
// upstream: rejects
//
// Written by tools/golden.py. To change it, change the constraint in hlogen/spec/scatter_constraints.py,
// then `make golden`.

func.func @main(%input: tensor<2x3x4x2xi64>, %scatter_indices: tensor<2x2x3x2xi64>, %update: tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64> {
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old0: tensor<i64>, %new0: tensor<i64>):
    "stablehlo.return"(%new0) : (tensor<i64>) -> ()
  }) {
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  return %result : tensor<2x3x4x2xi64>
}
