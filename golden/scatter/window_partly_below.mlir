// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// window_partly_below: a window that starts below 0: its inner elements are written, the others dropped
//   scatter.S15: if result_index is in bounds for shape(results...): decided for every element on its own
//   scatter.S19-negative: otherwise updated_results = results: result_index below 0
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.partial-windows: XLA drops a whole window as soon as one of its elements is out of bounds
func.func @main() {
  %inputs = stablehlo.constant dense<[1, 2, 3, 4, 5]> : tensor<5xi32>
  %scatter_indices = stablehlo.constant dense<[-1, -2]> : tensor<2xi64>
  %updates = stablehlo.constant dense<[[10, 20, 30], [40, 50, 60]]> : tensor<2x3xi32>
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
  } : (tensor<5xi32>, tensor<2xi64>, tensor<2x3xi32>) -> tensor<5xi32>
  %expected = stablehlo.constant dense<[81, 32, 3, 4, 5]> : tensor<5xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi32>, tensor<5xi32>) -> ()
  return
}
