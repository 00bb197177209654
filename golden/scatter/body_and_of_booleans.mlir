// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// body_and_of_booleans: 'and' and i1: an element is false once one update is
//   scatter.I12: update_computation: each of the well-known bodies
//   scatter.I1: inputs: tensors of every element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[true, true, false, true]> : tensor<4xi1>
  %scatter_indices = stablehlo.constant dense<[0, 2, 3, 3]> : tensor<4xi64>
  %updates = stablehlo.constant dense<[true, true, false, true]> : tensor<4xi1>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<i1>, %new: tensor<i1>):
      %0 = stablehlo.and %old, %new : tensor<i1>
      stablehlo.return %0 : tensor<i1>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<4xi1>, tensor<4xi64>, tensor<4xi1>) -> tensor<4xi1>
  %expected = stablehlo.constant dense<[true, true, false, false]> : tensor<4xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
  return
}
