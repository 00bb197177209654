// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// index_too_high: an index at or above the size updates nothing
//   scatter.S19-high: otherwise updated_results = results: result_index at or above the size
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %scatter_indices = stablehlo.constant dense<[4, 1, 1000, 3]> : tensor<4xi64>
  %updates = stablehlo.constant dense<[10, 20, 30, 40]> : tensor<4xi32>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<i32>, %new: tensor<i32>):
      %0 = stablehlo.add %old, %new : tensor<i32>
      stablehlo.return %0 : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<4xi32>, tensor<4xi64>, tensor<4xi32>) -> tensor<4xi32>
  %expected = stablehlo.constant dense<[1, 22, 3, 44]> : tensor<4xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  return
}
