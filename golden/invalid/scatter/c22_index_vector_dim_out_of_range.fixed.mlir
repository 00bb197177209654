// expected: nothing. The valid neighbour of c22_index_vector_dim_out_of_range.mlir
// index_vector_dim is a dimension of scatter_indices, or one past the last
// spec: 0 <= index_vector_dim <= rank(scatter_indices)
// upstream: accepts
//
// Written by tools/golden.py. To change it, change the constraint in hlogen/spec/scatter_constraints.py,
// then `make golden`.

func.func @main(%input: tensor<2x3x4x2xi64>, %scatter_indices: tensor<2x2x3x2xi64>, %update: tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64> {
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old0: tensor<i64>, %new0: tensor<i64>):
    "stablehlo.return"(%new0) : (tensor<i64>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [3, 4],
      inserted_window_dims = [1],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [1],
      scatter_dims_to_operand_dims = [2, 1],
      index_vector_dim = 3>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  return %result : tensor<2x3x4x2xi64>
}
