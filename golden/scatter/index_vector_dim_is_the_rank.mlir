// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// index_vector_dim_is_the_rank: index_vector_dim = rank(scatter_indices): every element of scatter_indices is an
//     index vector of one
//   scatter.S4: start_index = [scatter_indices[update_scatter_index]] otherwise
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<0> : tensor<7x2xi32>
  %scatter_indices = stablehlo.constant dense<[[3, 0, 1], [6, 2, 5]]> : tensor<2x3xi64>
  %updates = stablehlo.constant dense<[[[1, 2], [3, 4], [5, 6]], [[7, 8], [9, 10], [11, 12]]]> : tensor<2x3x2xi32>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<i32>, %new: tensor<i32>):
      %0 = stablehlo.add %old, %new : tensor<i32>
      stablehlo.return %0 : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [2],
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 2>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<7x2xi32>, tensor<2x3xi64>, tensor<2x3x2xi32>) -> tensor<7x2xi32>
  %expected = stablehlo.constant dense<[[3, 4], [5, 6], [9, 10], [1, 2], [0, 0], [11, 12], [7, 8]]> : tensor<7x2xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<7x2xi32>, tensor<7x2xi32>) -> ()
  return
}
