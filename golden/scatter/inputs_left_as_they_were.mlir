// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// inputs_left_as_they_were: the result is a copy: the inputs, used again after the scatter, are as they were
//   scatter.S18: updated_results is a copy of results with results...[result_index] set to updated_values...
// agree: spec model, XLA CPU
// upstream interpreter differs: upstream.scatter-writes-its-inputs: the interpreter's scatter writes into its
//     inputs, which later ops then read (StableHLO before 1.18.0)
func.func @main() {
  %inputs = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %scatter_indices = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %updates = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
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
  } : (tensor<4xi32>, tensor<2xi64>, tensor<2xi32>) -> tensor<4xi32>
  %expected = stablehlo.constant dense<[1, 12, 23, 4]> : tensor<4xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  %inputs_expected = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  stablehlo.custom_call @check.expect_eq(%inputs, %inputs_expected) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  return
}
