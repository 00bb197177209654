// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// promotion_of_updates_alone: a body that returns the update: converted to the body's type before it gets there
//   scatter.S16: updates_converted = to_destination_type(updates...[update_index], ...): promotion to Ei
//   scatter.C25: element_type(results[i]) = Ei, which C23 lets be wider than that of inputs[i]
// agree: spec model
// upstream interpreter differs: upstream.promotion: the interpreter hands the inputs to update_computation in
//     their own type and aborts on the mixture
// XLA CPU differs: xla.promotion: XLA wants update_computation in the type of the inputs
func.func @main() {
  %inputs = stablehlo.constant dense<[1, -2, 3]> : tensor<3xi8>
  %scatter_indices = stablehlo.constant dense<[2, 0]> : tensor<2xi64>
  %updates = stablehlo.constant dense<[-128, 127]> : tensor<2xi8>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<i32>, %new: tensor<i32>):
      stablehlo.return %new : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<3xi8>, tensor<2xi64>, tensor<2xi8>) -> tensor<3xi32>
  %expected = stablehlo.constant dense<[127, -2, -128]> : tensor<3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  return
}
