// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// body_or: the well-known body 'or', two updates meeting in one element
//   scatter.I12: update_computation: each of the well-known bodies
//   scatter.S14: exec([update_index, ...], results) = exec([...], updated_results): later updates of one element
//     see the earlier ones, in any schedule
//   scatter.S17: updated_values = update_computation(results...[result_index], updates_converted): old values first
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<1> : tensor<4xi32>
  %scatter_indices = stablehlo.constant dense<[2, 0, 2, 3]> : tensor<4xi64>
  %updates = stablehlo.constant dense<[6, 5, 12, 8]> : tensor<4xi32>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<i32>, %new: tensor<i32>):
      %0 = stablehlo.or %old, %new : tensor<i32>
      stablehlo.return %0 : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<4xi32>, tensor<4xi64>, tensor<4xi32>) -> tensor<4xi32>
  %expected = stablehlo.constant dense<[5, 1, 15, 9]> : tensor<4xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  return
}
