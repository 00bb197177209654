// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// two_inputs_argmax: two inputs, the second result depending on the first: largest value and its position
//   scatter.S17-variadic: updated_values = update_computation(results...[result_index], updates_converted): N old
//     values, N updates, N results
//   scatter.S14: exec([update_index, ...], results) = exec([...], updated_results): later updates of one element
//     see the earlier ones, in any schedule
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %input0 = stablehlo.constant dense<0.0> : tensor<3xf32>
  %input1 = stablehlo.constant dense<-1> : tensor<3xi64>
  %scatter_indices = stablehlo.constant dense<[0, 2, 0, 0, 2]> : tensor<5xi64>
  %update0 = stablehlo.constant dense<[3.0, 1.0, 5.0, 4.0, 0.5]> : tensor<5xf32>
  %update1 = stablehlo.constant dense<[0, 1, 2, 3, 4]> : tensor<5xi64>
  %result0, %result1 = "stablehlo.scatter"(%input0, %input1, %scatter_indices, %update0, %update1) ({
    ^bb0(%old0: tensor<f32>, %old1: tensor<i64>, %new0: tensor<f32>, %new1: tensor<i64>):
      %0 = stablehlo.compare GT, %new0, %old0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %1 = stablehlo.select %0, %new0, %old0 : tensor<i1>, tensor<f32>
      %2 = stablehlo.select %0, %new1, %old1 : tensor<i1>, tensor<i64>
      stablehlo.return %1, %2 : tensor<f32>, tensor<i64>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<3xf32>, tensor<3xi64>, tensor<5xi64>, tensor<5xf32>, tensor<5xi64>) -> (tensor<3xf32>, tensor<3xi64>)
  %expected0 = stablehlo.constant dense<[5.0, 0.0, 1.0]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_eq(%result0, %expected0) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
  %expected1 = stablehlo.constant dense<[2, -1, 1]> : tensor<3xi64>
  stablehlo.custom_call @check.expect_eq(%result1, %expected1) {has_side_effect = true} : (tensor<3xi64>, tensor<3xi64>) -> ()
  return
}
