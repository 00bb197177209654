// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// promotion_of_bf16_to_f32: bf16 inputs and updates, f32 body and result: sums that bf16 would round
//   scatter.S16: updates_converted = to_destination_type(updates...[update_index], ...): promotion to Ei
//   scatter.C25: element_type(results[i]) = Ei, which C23 lets be wider than that of inputs[i]
// agree: spec model
// upstream interpreter differs: upstream.promotion: the interpreter hands the inputs to update_computation in
//     their own type and aborts on the mixture
// XLA CPU differs: xla.float-promotion: XLA promotes between floats but keeps the inputs' type in between, and
//     rounds to it
func.func @main() {
  %inputs = stablehlo.constant dense<[256.0, 3.0]> : tensor<2xbf16>
  %scatter_indices = stablehlo.constant dense<[0, 0, 0, 7]> : tensor<4xi64>
  %updates = stablehlo.constant dense<1.0> : tensor<4xbf16>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<f32>, %new: tensor<f32>):
      %0 = stablehlo.add %old, %new : tensor<f32>
      stablehlo.return %0 : tensor<f32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2xbf16>, tensor<4xi64>, tensor<4xbf16>) -> tensor<2xf32>
  %expected = stablehlo.constant dense<[259.0, 3.0]> : tensor<2xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}
