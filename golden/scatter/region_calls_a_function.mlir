// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// region_calls_a_function: the body calls a function of the module
//   scatter.S17-region: update_computation is any function: it may capture values, call functions and branch
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %scatter_indices = stablehlo.constant dense<[3, 1, 2]> : tensor<3xi64>
  %updates = stablehlo.constant dense<[10, 20, 30]> : tensor<3xi32>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<i32>, %new: tensor<i32>):
      %0 = func.call @update(%old, %new) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      stablehlo.return %0 : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<4xi32>, tensor<3xi64>, tensor<3xi32>) -> tensor<4xi32>
  %expected = stablehlo.constant dense<[1, 0, 0, 30]> : tensor<4xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  return
}
func.func private @update(%old: tensor<i32>, %new: tensor<i32>) -> tensor<i32> {
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %0 = stablehlo.multiply %old, %ten : tensor<i32>
  %1 = stablehlo.subtract %0, %new : tensor<i32>
  return %1 : tensor<i32>
}
