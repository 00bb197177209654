// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// region_loops: the body loops, more often for some elements than for others
//   scatter.S17-region: update_computation is any function: it may capture values, call functions and branch
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.loop-in-update-computation: XLA CPU's compiler aborts on a while inside of
//     update_computation
func.func @main() {
  %inputs = stablehlo.constant dense<5> : tensor<4xi32>
  %scatter_indices = stablehlo.constant dense<[3, 1, 2]> : tensor<3xi64>
  %updates = stablehlo.constant dense<[9, 2, 100]> : tensor<3xi32>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<i32>, %new: tensor<i32>):
      %two = stablehlo.constant dense<2> : tensor<i32>
      %0 = stablehlo.while(%i = %new) : tensor<i32>
      cond {
        %1 = stablehlo.compare GT, %i, %old : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %1 : tensor<i1>
      } do {
        %1 = stablehlo.divide %i, %two : tensor<i32>
        stablehlo.return %1 : tensor<i32>
      }
      stablehlo.return %0 : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<4xi32>, tensor<3xi64>, tensor<3xi32>) -> tensor<4xi32>
  %expected = stablehlo.constant dense<[5, 2, 3, 4]> : tensor<4xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  return
}
