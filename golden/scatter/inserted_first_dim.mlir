// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// inserted_first_dim: 0 is inserted for the first dimension: rows of a matrix
//   scatter.S11: full_window_index = [wi0, ..., 0, ..., wiN], 0 inserted at indices from inserted_window_dims
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12]]> : tensor<4x3xi32>
  %scatter_indices = stablehlo.constant dense<[3, 0, 3]> : tensor<3xi64>
  %updates = stablehlo.constant dense<[[10, 20, 30], [40, 50, 60], [70, 80, 90]]> : tensor<3x3xi32>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<i32>, %new: tensor<i32>):
      %0 = stablehlo.add %old, %new : tensor<i32>
      stablehlo.return %0 : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [1],
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<4x3xi32>, tensor<3xi64>, tensor<3x3xi32>) -> tensor<4x3xi32>
  %expected = stablehlo.constant dense<[[41, 52, 63], [4, 5, 6], [7, 8, 9], [90, 111, 132]]> : tensor<4x3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4x3xi32>, tensor<4x3xi32>) -> ()
  return
}
