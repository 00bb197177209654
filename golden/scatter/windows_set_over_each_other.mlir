// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// windows_set_over_each_other: windows that overlap: each element is of one of those over it, whichever its
//     neighbours are of
//   scatter.S14-schedule: schedule is an implementation-defined permutation of index_space(updates[0]): of several
//     updates of one element, any may be the last
//   scatter.S13: result_index = full_start_index + full_batching_index + full_window_index
//   scatter.S15: if result_index is in bounds for shape(results...): decided for every element on its own
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.partial-windows: XLA drops a whole window as soon as one of its elements is out of bounds
func.func @main() {
  %inputs = stablehlo.constant dense<0> : tensor<4xi32>
  %scatter_indices = stablehlo.constant dense<[0, 1, 3]> : tensor<3xi64>
  %updates = stablehlo.constant dense<[[10, 20], [30, 40], [50, 60]]> : tensor<3x2xi32>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<i32>, %new: tensor<i32>):
      stablehlo.return %new : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [1],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<4xi32>, tensor<3xi64>, tensor<3x2xi32>) -> tensor<4xi32>
  // The order of updates is open: of each element, a column of %one_of holds what it may be.
  %one_of = stablehlo.constant dense<[[10, 20, 40, 50], [10, 30, 40, 50]]> : tensor<2x4xi32>
  %each = stablehlo.broadcast_in_dim %result, dims = [1] : (tensor<4xi32>) -> tensor<2x4xi32>
  %equal = stablehlo.compare EQ, %each, %one_of : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi1>
  %false = stablehlo.constant dense<false> : tensor<i1>
  %is_one = stablehlo.reduce(%equal init: %false) applies stablehlo.or across dimensions = [0]
    : (tensor<2x4xi1>, tensor<i1>) -> tensor<4xi1>
  %expected = stablehlo.constant dense<true> : tensor<4xi1>
  stablehlo.custom_call @check.expect_eq(%is_one, %expected) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
  return
}
