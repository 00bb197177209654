// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// region_looks_up_a_table: the body captures a tensor and takes the element of it that the update says
//   scatter.S17-region: update_computation is any function: it may capture values, call functions and branch
//   scatter.S14: exec([update_index, ...], results) = exec([...], updated_results): later updates of one element
//     see the earlier ones, in any schedule
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %scatter_indices = stablehlo.constant dense<[1, 1, 2, 0]> : tensor<4xi64>
  %updates = stablehlo.constant dense<[2, 0, 1, 1]> : tensor<4xi32>
  %table = stablehlo.constant dense<[7, 70, 700]> : tensor<3xi32>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<i32>, %new: tensor<i32>):
      %0 = stablehlo.dynamic_slice %table, %new, sizes = [1] : (tensor<3xi32>, tensor<i32>) -> tensor<1xi32>
      %1 = stablehlo.reshape %0 : (tensor<1xi32>) -> tensor<i32>
      %2 = stablehlo.add %old, %1 : tensor<i32>
      stablehlo.return %2 : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<3xi32>, tensor<4xi64>, tensor<4xi32>) -> tensor<3xi32>
  %expected = stablehlo.constant dense<[71, 709, 73]> : tensor<3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  return
}
