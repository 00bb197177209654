// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// inputs_of_size_0: inputs with a dimension of size 0: every update is out of bounds
//   scatter.S15: if result_index is in bounds for shape(results...): decided for every element on its own
//   scatter.S19-high: otherwise updated_results = results: result_index at or above the size
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<> : tensor<0x2xi32>
  %scatter_indices = stablehlo.constant dense<[0, -1, 1]> : tensor<3xi64>
  %updates = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<i32>, %new: tensor<i32>):
      %0 = stablehlo.add %old, %new : tensor<i32>
      stablehlo.return %0 : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [1],
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<0x2xi32>, tensor<3xi64>, tensor<3x2xi32>) -> tensor<0x2xi32>
  %expected = stablehlo.constant dense<> : tensor<0x2xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<0x2xi32>, tensor<0x2xi32>) -> ()
  return
}
