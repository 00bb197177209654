// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// scatter_dims_to_operand_dims_permuted: scatter_dims_to_operand_dims = [2, 0]: the first element of an index
//     vector is for input dimension 2
//   scatter.S5: full_start_index[d_input] = start_index[d_start] if d_input = scatter_dims_to_operand_dims[d_start]
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<0> : tensor<3x2x4xi32>
  %scatter_indices = stablehlo.constant dense<[[3, 0], [1, 2], [0, 1]]> : tensor<3x2xi64>
  %updates = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<i32>, %new: tensor<i32>):
      %0 = stablehlo.add %old, %new : tensor<i32>
      stablehlo.return %0 : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [1],
      inserted_window_dims = [0, 2],
      scatter_dims_to_operand_dims = [2, 0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<3x2x4xi32>, tensor<3x2xi64>, tensor<3x2xi32>) -> tensor<3x2x4xi32>
  %expected = stablehlo.constant dense<[
      [[0, 0, 0, 1], [0, 0, 0, 2]],
      [[5, 0, 0, 0], [6, 0, 0, 0]],
      [[0, 3, 0, 0], [0, 4, 0, 0]]
    ]> : tensor<3x2x4xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3x2x4xi32>, tensor<3x2x4xi32>) -> ()
  return
}
