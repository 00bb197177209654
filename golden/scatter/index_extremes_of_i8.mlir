// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// index_extremes_of_i8: start index plus window index is more than the i8 of scatter_indices holds: it isn't
//     wrapped
//   scatter.S5: full_start_index[d_input] = start_index[d_start] if d_input = scatter_dims_to_operand_dims[d_start]
//   scatter.S13: result_index = full_start_index + full_batching_index + full_window_index
//   scatter.S19-negative: otherwise updated_results = results: result_index below 0
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.partial-windows: XLA drops a whole window as soon as one of its elements is out of bounds
func.func @main() {
  %inputs = stablehlo.constant dense<0> : tensor<130xi8>
  %scatter_indices = stablehlo.constant dense<[126, -1]> : tensor<2xi8>
  %updates = stablehlo.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8]]> : tensor<2x4xi8>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<i8>, %new: tensor<i8>):
      %0 = stablehlo.add %old, %new : tensor<i8>
      stablehlo.return %0 : tensor<i8>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [1],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<130xi8>, tensor<2xi8>, tensor<2x4xi8>) -> tensor<130xi8>
  %expected = stablehlo.constant dense<[
      6, 7, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4
    ]> : tensor<130xi8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<130xi8>, tensor<130xi8>) -> ()
  return
}
