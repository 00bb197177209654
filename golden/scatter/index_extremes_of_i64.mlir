// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// index_extremes_of_i64: the extremes of i64: adding the window index doesn't overflow back into bounds
//   scatter.S19-high: otherwise updated_results = results: result_index at or above the size
//   scatter.S19-negative: otherwise updated_results = results: result_index below 0
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %scatter_indices = stablehlo.constant dense<[9223372036854775807, -9223372036854775808, 1]> : tensor<3xi64>
  %updates = stablehlo.constant dense<[[10, 20], [30, 40], [50, 60]]> : tensor<3x2xi32>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<i32>, %new: tensor<i32>):
      %0 = stablehlo.add %old, %new : tensor<i32>
      stablehlo.return %0 : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [1],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<4xi32>, tensor<3xi64>, tensor<3x2xi32>) -> tensor<4xi32>
  %expected = stablehlo.constant dense<[1, 52, 63, 4]> : tensor<4xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  return
}
