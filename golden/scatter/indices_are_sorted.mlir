// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// indices_are_sorted: the promise that scatter_indices are sorted, kept: it changes nothing
//   scatter.S21: indices_are_sorted = true: the implementation can assume that scatter_indices are sorted with
//     respect to scatter_dims_to_operand_dims
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[1, 2, 3, 4, 5]> : tensor<5xi32>
  %scatter_indices = stablehlo.constant dense<[0, 1, 1, 4]> : tensor<4xi64>
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
    indices_are_sorted = true,
    unique_indices = false
  } : (tensor<5xi32>, tensor<4xi64>, tensor<4xi32>) -> tensor<5xi32>
  %expected = stablehlo.constant dense<[11, 52, 3, 4, 45]> : tensor<5xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi32>, tensor<5xi32>) -> ()
  return
}
