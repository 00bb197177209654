// expected: nothing. The valid neighbour of c25_results_of_other_element_type.mlir
// results have the element types that update_computation returns
// spec: element_type(results[i]) = Ei for all i in [0,N)
// upstream: accepts
//
// Written by tools/golden.py. To change it, change the constraint in hlogen/spec/scatter_constraints.py,
// then `make golden`.

func.func @main(%input: tensor<2x3x4x2xi32>, %scatter_indices: tensor<2x2x3x2xi64>, %update: tensor<2x2x3x2x2xi32>) -> tensor<2x3x4x2xi64> {
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
  } : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi32>) -> tensor<2x3x4x2xi64>
  return %result : tensor<2x3x4x2xi64>
}
