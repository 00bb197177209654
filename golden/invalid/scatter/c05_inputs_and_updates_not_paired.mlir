// expected: scatter.C5
// there are as many updates as inputs, at least one
// spec: 0 < size(inputs) = size(updates) = N
// upstream: rejects
//
// Written by tools/golden.py. To change it, change the constraint in hlogen/spec/scatter_constraints.py,
// then `make golden`.

func.func @main(%scatter_indices: tensor<2x2x3x2xi64>) -> () {
  "stablehlo.scatter"(%scatter_indices) ({
    "stablehlo.return"() : () -> ()
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
  } : (tensor<2x2x3x2xi64>) -> ()
  return
}
