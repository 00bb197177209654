// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// promotion_of_i8_to_i32: i8 inputs and updates, i32 body and result: sums that i8 would wrap
//   scatter.S16: updates_converted = to_destination_type(updates...[update_index], ...): promotion to Ei
//   scatter.C25: element_type(results[i]) = Ei, which C23 lets be wider than that of inputs[i]
// agree: spec model
// upstream interpreter differs: upstream.promotion: the interpreter hands the inputs to update_computation in
//     their own type and aborts on the mixture
// XLA CPU differs: xla.promotion: XLA wants update_computation in the type of the inputs
func.func @main() {
  %inputs = stablehlo.constant dense<[100, -7]> : tensor<2xi8>
  %scatter_indices = stablehlo.constant dense<0> : tensor<3xi64>
  %updates = stablehlo.constant dense<[100, 100, -128]> : tensor<3xi8>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<i32>, %new: tensor<i32>):
      %0 = stablehlo.add %old, %new : tensor<i32>
      stablehlo.return %0 : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2xi8>, tensor<3xi64>, tensor<3xi8>) -> tensor<2xi32>
  %expected = stablehlo.constant dense<[172, -7]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}
