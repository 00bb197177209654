// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// empty_index_vector: index vectors of size 0: every window starts at 0, and all of them are added there
//   scatter.C19-empty: size(scatter_dims_to_operand_dims) = dim(scatter_indices, index_vector_dim) = 0: an empty
//     index vector
//   scatter.S3: start_index = scatter_indices[si0, ..., :, ..., siN], : inserted at the index_vector_dim index, if
//     index_vector_dim < rank(scatter_indices)
//   scatter.S6: full_start_index[d_input] = 0 otherwise
//   scatter.S14: exec([update_index, ...], results) = exec([...], updated_results): later updates of one element
//     see the earlier ones, in any schedule
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %scatter_indices = stablehlo.constant dense<> : tensor<3x0xi64>
  %updates = stablehlo.constant dense<[[[10, 20], [30, 40]], [[50, 60], [70, 80]], [[90, 100], [110, 120]]]> : tensor<3x2x2xi32>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<i32>, %new: tensor<i32>):
      %0 = stablehlo.add %old, %new : tensor<i32>
      stablehlo.return %0 : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [1, 2],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<3x2xi32>, tensor<3x0xi64>, tensor<3x2x2xi32>) -> tensor<3x2xi32>
  %expected = stablehlo.constant dense<[[151, 182], [213, 244], [5, 6]]> : tensor<3x2xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3x2xi32>, tensor<3x2xi32>) -> ()
  return
}
