// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// promotion_of_one_of_two_inputs: Ei is chosen for each input on its own: i8 stays i8 and wraps, i16 becomes i32
//   scatter.S16: updates_converted = to_destination_type(updates...[update_index], ...): promotion to Ei
//   scatter.C25: element_type(results[i]) = Ei, which C23 lets be wider than that of inputs[i]
//   scatter.S17-variadic: updated_values = update_computation(results...[result_index], updates_converted): N old
//     values, N updates, N results
// agree: spec model
// upstream interpreter differs: upstream.promotion: the interpreter hands the inputs to update_computation in
//     their own type and aborts on the mixture
// XLA CPU differs: xla.promotion: XLA wants update_computation in the type of the inputs
func.func @main() {
  %input0 = stablehlo.constant dense<[100, 1]> : tensor<2xi8>
  %input1 = stablehlo.constant dense<[32000, 2]> : tensor<2xi16>
  %scatter_indices = stablehlo.constant dense<0> : tensor<2xi64>
  %update0 = stablehlo.constant dense<100> : tensor<2xi8>
  %update1 = stablehlo.constant dense<32000> : tensor<2xi16>
  %result0, %result1 = "stablehlo.scatter"(%input0, %input1, %scatter_indices, %update0, %update1) ({
    ^bb0(%old0: tensor<i8>, %old1: tensor<i32>, %new0: tensor<i8>, %new1: tensor<i32>):
      %0 = stablehlo.add %old0, %new0 : tensor<i8>
      %1 = stablehlo.add %old1, %new1 : tensor<i32>
      stablehlo.return %0, %1 : tensor<i8>, tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2xi8>, tensor<2xi16>, tensor<2xi64>, tensor<2xi8>, tensor<2xi16>) -> (tensor<2xi8>, tensor<2xi32>)
  %expected0 = stablehlo.constant dense<[44, 1]> : tensor<2xi8>
  stablehlo.custom_call @check.expect_eq(%result0, %expected0) {has_side_effect = true} : (tensor<2xi8>, tensor<2xi8>) -> ()
  %expected1 = stablehlo.constant dense<[96000, 2]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%result1, %expected1) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}
