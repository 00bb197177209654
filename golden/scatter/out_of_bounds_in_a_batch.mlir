// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// out_of_bounds_in_a_batch: an element that leaves its batch is dropped: it doesn't run into the next one
//   scatter.S7: full_batching_index[d_input] = update_scatter_index[d_start] if d_input =
//     input_batching_dims[i_batching] and d_start = scatter_indices_batching_dims[i_batching], where d_start <
//     index_vector_dim
//   scatter.S15: if result_index is in bounds for shape(results...): decided for every element on its own
//   scatter.S19-high: otherwise updated_results = results: result_index at or above the size
//   scatter.S19-negative: otherwise updated_results = results: result_index below 0
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.partial-windows: XLA drops a whole window as soon as one of its elements is out of bounds
func.func @main() {
  %inputs = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %scatter_indices = stablehlo.constant dense<[[[2], [-1]], [[-1], [2]]]> : tensor<2x2x1xi64>
  %updates = stablehlo.constant dense<[[[10, 20], [30, 40]], [[50, 60], [70, 80]]]> : tensor<2x2x2xi32>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<i32>, %new: tensor<i32>):
      %0 = stablehlo.add %old, %new : tensor<i32>
      stablehlo.return %0 : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [2],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [0],
      scatter_dims_to_operand_dims = [1],
      index_vector_dim = 2>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x3xi32>, tensor<2x2x1xi64>, tensor<2x2x2xi32>) -> tensor<2x3xi32>
  %expected = stablehlo.constant dense<[[41, 2, 13], [64, 5, 76]]> : tensor<2x3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()
  return
}
