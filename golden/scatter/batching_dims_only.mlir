// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// batching_dims_only: every input dimension is a batching dimension and the index vectors are empty: add the
//     transpose
//   scatter.S7: full_batching_index[d_input] = update_scatter_index[d_start] if d_input =
//     input_batching_dims[i_batching] and d_start = scatter_indices_batching_dims[i_batching], where d_start <
//     index_vector_dim
//   scatter.S6: full_start_index[d_input] = 0 otherwise
//   scatter.C19-empty: size(scatter_dims_to_operand_dims) = dim(scatter_indices, index_vector_dim) = 0: an empty
//     index vector
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %scatter_indices = stablehlo.constant dense<> : tensor<3x2x0xi64>
  %updates = stablehlo.constant dense<[[10, 20], [30, 40], [50, 60]]> : tensor<3x2xi32>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<i32>, %new: tensor<i32>):
      %0 = stablehlo.add %old, %new : tensor<i32>
      stablehlo.return %0 : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      input_batching_dims = [0, 1],
      scatter_indices_batching_dims = [1, 0],
      index_vector_dim = 2>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x3xi32>, tensor<3x2x0xi64>, tensor<3x2xi32>) -> tensor<2x3xi32>
  %expected = stablehlo.constant dense<[[11, 32, 53], [24, 45, 66]]> : tensor<2x3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()
  return
}
