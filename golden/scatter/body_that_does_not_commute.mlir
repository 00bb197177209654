// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// body_that_does_not_commute: old * 2 + new, twice for one element: 4 * old + 2 * first + second
//   scatter.S14-schedule: schedule is an implementation-defined permutation of index_space(updates[0]): of several
//     updates of one element, any may be the last
//   scatter.S17: updated_values = update_computation(results...[result_index], updates_converted): old values first
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[10, 20, 30]> : tensor<3xi32>
  %scatter_indices = stablehlo.constant dense<[1, 2, 1]> : tensor<3xi64>
  %updates = stablehlo.constant dense<[1, 2, 5]> : tensor<3xi32>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<i32>, %new: tensor<i32>):
      %0 = stablehlo.add %old, %old : tensor<i32>
      %1 = stablehlo.add %0, %new : tensor<i32>
      stablehlo.return %1 : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<3xi32>, tensor<3xi64>, tensor<3xi32>) -> tensor<3xi32>
  // The order of updates is open: of each element, a column of %one_of holds what it may be.
  %one_of = stablehlo.constant dense<[[10, 87, 62], [10, 91, 62]]> : tensor<2x3xi32>
  %each = stablehlo.broadcast_in_dim %result, dims = [1] : (tensor<3xi32>) -> tensor<2x3xi32>
  %equal = stablehlo.compare EQ, %each, %one_of : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi1>
  %false = stablehlo.constant dense<false> : tensor<i1>
  %is_one = stablehlo.reduce(%equal init: %false) applies stablehlo.or across dimensions = [0]
    : (tensor<2x3xi1>, tensor<i1>) -> tensor<3xi1>
  %expected = stablehlo.constant dense<true> : tensor<3xi1>
  stablehlo.custom_call @check.expect_eq(%is_one, %expected) {has_side_effect = true} : (tensor<3xi1>, tensor<3xi1>) -> ()
  return
}
