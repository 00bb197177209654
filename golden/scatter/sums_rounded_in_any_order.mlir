// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// sums_rounded_in_any_order: sums in bf16, whose steps round: what comes out depends on which update comes first
//   scatter.S14-schedule: schedule is an implementation-defined permutation of index_space(updates[0]): of several
//     updates of one element, any may be the last
//   scatter.S17-rounding: every application of update_computation gives a value of its own element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[256.0, 3.0]> : tensor<2xbf16>
  %scatter_indices = stablehlo.constant dense<[0, 0, 0, 1]> : tensor<4xi64>
  %updates = stablehlo.constant dense<[1.0, 2.0, 3.0, 0.5]> : tensor<4xbf16>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<bf16>, %new: tensor<bf16>):
      %0 = stablehlo.add %old, %new : tensor<bf16>
      stablehlo.return %0 : tensor<bf16>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2xbf16>, tensor<4xi64>, tensor<4xbf16>) -> tensor<2xbf16>
  // The order of updates is open: of each element, a column of %one_of holds what it may be.
  %one_of = stablehlo.constant dense<[[260.0, 3.5], [262.0, 3.5], [264.0, 3.5]]> : tensor<3x2xbf16>
  %each = stablehlo.broadcast_in_dim %result, dims = [1] : (tensor<2xbf16>) -> tensor<3x2xbf16>
  %equal = stablehlo.compare EQ, %each, %one_of : (tensor<3x2xbf16>, tensor<3x2xbf16>) -> tensor<3x2xi1>
  %false = stablehlo.constant dense<false> : tensor<i1>
  %is_one = stablehlo.reduce(%equal init: %false) applies stablehlo.or across dimensions = [0]
    : (tensor<3x2xi1>, tensor<i1>) -> tensor<2xi1>
  %expected = stablehlo.constant dense<true> : tensor<2xi1>
  stablehlo.custom_call @check.expect_eq(%is_one, %expected) {has_side_effect = true} : (tensor<2xi1>, tensor<2xi1>) -> ()
  return
}
