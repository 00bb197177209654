// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// promotion_of_f32_to_f64: f32 inputs and updates, f64 body and result: elements that no update meets are of it
//     too
//   scatter.S16: updates_converted = to_destination_type(updates...[update_index], ...): promotion to Ei
//   scatter.C25: element_type(results[i]) = Ei, which C23 lets be wider than that of inputs[i]
// agree: spec model
// upstream interpreter differs: upstream.promotion: the interpreter hands the inputs to update_computation in
//     their own type and aborts on the mixture
// XLA CPU differs: xla.float-promotion: XLA promotes between floats but keeps the inputs' type in between, and
//     rounds to it
func.func @main() {
  %inputs = stablehlo.constant dense<[1.0, 0.5]> : tensor<2xf32>
  %scatter_indices = stablehlo.constant dense<0> : tensor<2xi64>
  %updates = stablehlo.constant dense<9.313225746154785e-10> : tensor<2xf32>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<f64>, %new: tensor<f64>):
      %0 = stablehlo.add %old, %new : tensor<f64>
      stablehlo.return %0 : tensor<f64>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2xf32>, tensor<2xi64>, tensor<2xf32>) -> tensor<2xf64>
  %expected = stablehlo.constant dense<[1.0000000018626451, 0.5]> : tensor<2xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xf64>, tensor<2xf64>) -> ()
  return
}
