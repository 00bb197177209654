// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// three_inputs_of_different_types: three inputs of different element types: sum, minimum and maximum in one
//     scatter
//   scatter.S17-variadic: updated_values = update_computation(results...[result_index], updates_converted): N old
//     values, N updates, N results
//   scatter.S14: exec([update_index, ...], results) = exec([...], updated_results): later updates of one element
//     see the earlier ones, in any schedule
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %input0 = stablehlo.constant dense<0.0> : tensor<2x2xf32>
  %input1 = stablehlo.constant dense<127> : tensor<2x2xi8>
  %input2 = stablehlo.constant dense<0> : tensor<2x2xui16>
  %scatter_indices = stablehlo.constant dense<[1, 0, 1]> : tensor<3xi64>
  %update0 = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %update1 = stablehlo.constant dense<[[5, -5], [7, 0], [3, 4]]> : tensor<3x2xi8>
  %update2 = stablehlo.constant dense<[[100, 101], [102, 103], [104, 105]]> : tensor<3x2xui16>
  %result0, %result1, %result2 = "stablehlo.scatter"(%input0, %input1, %input2, %scatter_indices, %update0, %update1, %update2) ({
    ^bb0(%old0: tensor<f32>, %old1: tensor<i8>, %old2: tensor<ui16>, %new0: tensor<f32>, %new1: tensor<i8>, %new2: tensor<ui16>):
      %0 = stablehlo.add %old0, %new0 : tensor<f32>
      %1 = stablehlo.minimum %old1, %new1 : tensor<i8>
      %2 = stablehlo.maximum %old2, %new2 : tensor<ui16>
      stablehlo.return %0, %1, %2 : tensor<f32>, tensor<i8>, tensor<ui16>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [1],
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x2xf32>, tensor<2x2xi8>, tensor<2x2xui16>, tensor<3xi64>, tensor<3x2xf32>, tensor<3x2xi8>, tensor<3x2xui16>) -> (tensor<2x2xf32>, tensor<2x2xi8>, tensor<2x2xui16>)
  %expected0 = stablehlo.constant dense<[[3.0, 4.0], [6.0, 8.0]]> : tensor<2x2xf32>
  stablehlo.custom_call @check.expect_eq(%result0, %expected0) {has_side_effect = true} : (tensor<2x2xf32>, tensor<2x2xf32>) -> ()
  %expected1 = stablehlo.constant dense<[[7, 0], [3, -5]]> : tensor<2x2xi8>
  stablehlo.custom_call @check.expect_eq(%result1, %expected1) {has_side_effect = true} : (tensor<2x2xi8>, tensor<2x2xi8>) -> ()
  %expected2 = stablehlo.constant dense<[[102, 103], [104, 105]]> : tensor<2x2xui16>
  stablehlo.custom_call @check.expect_eq(%result2, %expected2) {has_side_effect = true} : (tensor<2x2xui16>, tensor<2x2xui16>) -> ()
  return
}
