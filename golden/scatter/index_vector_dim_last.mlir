// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// index_vector_dim_last: index vectors along the last dimension of scatter_indices
//   scatter.S3: start_index = scatter_indices[si0, ..., :, ..., siN], : inserted at the index_vector_dim index, if
//     index_vector_dim < rank(scatter_indices)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<0> : tensor<3x4xi32>
  %scatter_indices = stablehlo.constant dense<[[0, 3], [1, 0], [2, 2]]> : tensor<3x2xi64>
  %updates = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<i32>, %new: tensor<i32>):
      %0 = stablehlo.add %old, %new : tensor<i32>
      stablehlo.return %0 : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0, 1],
      scatter_dims_to_operand_dims = [0, 1],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<3x4xi32>, tensor<3x2xi64>, tensor<3xi32>) -> tensor<3x4xi32>
  %expected = stablehlo.constant dense<[[0, 0, 0, 1], [2, 0, 0, 0], [0, 0, 3, 0]]> : tensor<3x4xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3x4xi32>, tensor<3x4xi32>) -> ()
  return
}
