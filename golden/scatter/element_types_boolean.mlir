// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_i1: elements of type i1, whose sum is OR
//   scatter.I1: inputs: tensors of every element type
//   scatter.S17: updated_values = update_computation(results...[result_index], updates_converted): old values first
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[true, false, false, true, true]> : tensor<5xi1>
  %scatter_indices = stablehlo.constant dense<[4, 0, 1, 3]> : tensor<4xi32>
  %updates = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<i1>, %new: tensor<i1>):
      %0 = stablehlo.add %old, %new : tensor<i1>
      stablehlo.return %0 : tensor<i1>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<5xi1>, tensor<4xi32>, tensor<4xi1>) -> tensor<5xi1>
  %expected = stablehlo.constant dense<[true, false, false, true, true]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  return
}
