// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// window_smaller_than_the_input: windows narrower than the input, which may overlap
//   scatter.C4-narrow: update_window_dim_sizes <= shape(inputs[0]): a window smaller than the input
//   scatter.S5: full_start_index[d_input] = start_index[d_start] if d_input = scatter_dims_to_operand_dims[d_start]
//   scatter.S13: result_index = full_start_index + full_batching_index + full_window_index
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>
  %scatter_indices = stablehlo.constant dense<[0, 2, 4]> : tensor<3xi64>
  %updates = stablehlo.constant dense<[[10, 20], [30, 40], [50, 60]]> : tensor<3x2xi32>
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
  } : (tensor<6xi32>, tensor<3xi64>, tensor<3x2xi32>) -> tensor<6xi32>
  %expected = stablehlo.constant dense<[11, 22, 33, 44, 55, 66]> : tensor<6xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xi32>, tensor<6xi32>) -> ()
  return
}
