// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// unique_indices: the promise that no element is updated twice, kept: it changes nothing
//   scatter.S22: unique_indices = true: the implementation can assume that all result_index indices being scattered
//     to are unique
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[1, 2, 3, 4, 5]> : tensor<5xi32>
  %scatter_indices = stablehlo.constant dense<[3, 1, 0, 4]> : tensor<4xi64>
  %updates = stablehlo.constant dense<[10, 20, 30, 40]> : tensor<4xi32>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<i32>, %new: tensor<i32>):
      stablehlo.return %new : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = true
  } : (tensor<5xi32>, tensor<4xi64>, tensor<4xi32>) -> tensor<5xi32>
  %expected = stablehlo.constant dense<[30, 20, 3, 10, 40]> : tensor<5xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi32>, tensor<5xi32>) -> ()
  return
}
