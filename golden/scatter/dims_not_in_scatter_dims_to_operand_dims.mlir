// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// dims_not_in_scatter_dims_to_operand_dims: input dimensions that scatter_dims_to_operand_dims doesn't name start
//     at 0, whatever the window's size
//   scatter.S6: full_start_index[d_input] = 0 otherwise
//   scatter.C4-narrow: update_window_dim_sizes <= shape(inputs[0]): a window smaller than the input
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<0> : tensor<3x4x3xi32>
  %scatter_indices = stablehlo.constant dense<[[2], [0]]> : tensor<2x1xi64>
  %updates = stablehlo.constant dense<[[[1], [2]], [[3], [4]]]> : tensor<2x2x1xi32>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<i32>, %new: tensor<i32>):
      %0 = stablehlo.add %old, %new : tensor<i32>
      stablehlo.return %0 : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [1, 2],
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<3x4x3xi32>, tensor<2x1xi64>, tensor<2x2x1xi32>) -> tensor<3x4x3xi32>
  %expected = stablehlo.constant dense<[
      [[3, 0, 0], [4, 0, 0], [0, 0, 0], [0, 0, 0]],
      [[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]],
      [[1, 0, 0], [2, 0, 0], [0, 0, 0], [0, 0, 0]]
    ]> : tensor<3x4x3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3x4x3xi32>, tensor<3x4x3xi32>) -> ()
  return
}
