// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// two_inputs_crossed: two inputs whose results cross: both see the values from before the update
//   scatter.S17-variadic: updated_values = update_computation(results...[result_index], updates_converted): N old
//     values, N updates, N results
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %input0 = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %input1 = stablehlo.constant dense<[10, 20, 30]> : tensor<3xi32>
  %scatter_indices = stablehlo.constant dense<[0, 2]> : tensor<2xi64>
  %update0 = stablehlo.constant dense<[4, 5]> : tensor<2xi32>
  %update1 = stablehlo.constant dense<[400, 500]> : tensor<2xi32>
  %result0, %result1 = "stablehlo.scatter"(%input0, %input1, %scatter_indices, %update0, %update1) ({
    ^bb0(%old0: tensor<i32>, %old1: tensor<i32>, %new0: tensor<i32>, %new1: tensor<i32>):
      %0 = stablehlo.subtract %old1, %new0 : tensor<i32>
      %1 = stablehlo.add %old0, %new1 : tensor<i32>
      stablehlo.return %0, %1 : tensor<i32>, tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<3xi32>, tensor<3xi32>, tensor<2xi64>, tensor<2xi32>, tensor<2xi32>) -> (tensor<3xi32>, tensor<3xi32>)
  %expected0 = stablehlo.constant dense<[6, 2, 25]> : tensor<3xi32>
  stablehlo.custom_call @check.expect_eq(%result0, %expected0) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  %expected1 = stablehlo.constant dense<[401, 20, 503]> : tensor<3xi32>
  stablehlo.custom_call @check.expect_eq(%result1, %expected1) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  return
}
