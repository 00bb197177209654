// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_ui2: elements of type ui2, whose sums wrap
//   scatter.I1: inputs: tensors of every element type
//   scatter.S17: updated_values = update_computation(results...[result_index], updates_converted): old values first
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[0, 1, 3, 2, 1]> : tensor<5xui2>
  %scatter_indices = stablehlo.constant dense<[4, 0, 1, 3]> : tensor<4xi32>
  %updates = stablehlo.constant dense<[1, 0, 1, 2]> : tensor<4xui2>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<ui2>, %new: tensor<ui2>):
      %0 = stablehlo.add %old, %new : tensor<ui2>
      stablehlo.return %0 : tensor<ui2>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<5xui2>, tensor<4xi32>, tensor<4xui2>) -> tensor<5xui2>
  %expected = stablehlo.constant dense<[0, 2, 3, 0, 2]> : tensor<5xui2>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xui2>, tensor<5xui2>) -> ()
  return
}

// -----

// element_type_ui4: elements of type ui4, whose sums wrap
//   scatter.I1: inputs: tensors of every element type
//   scatter.S17: updated_values = update_computation(results...[result_index], updates_converted): old values first
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[0, 15, 1, 2, 3]> : tensor<5xui4>
  %scatter_indices = stablehlo.constant dense<[4, 0, 1, 3]> : tensor<4xi32>
  %updates = stablehlo.constant dense<[15, 0, 15, 2]> : tensor<4xui4>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<ui4>, %new: tensor<ui4>):
      %0 = stablehlo.add %old, %new : tensor<ui4>
      stablehlo.return %0 : tensor<ui4>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<5xui4>, tensor<4xi32>, tensor<4xui4>) -> tensor<5xui4>
  %expected = stablehlo.constant dense<[0, 14, 1, 4, 2]> : tensor<5xui4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xui4>, tensor<5xui4>) -> ()
  return
}

// -----

// element_type_ui8: elements of type ui8, whose sums wrap
//   scatter.I1: inputs: tensors of every element type
//   scatter.S17: updated_values = update_computation(results...[result_index], updates_converted): old values first
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[0, 255, 1, 2, 3]> : tensor<5xui8>
  %scatter_indices = stablehlo.constant dense<[4, 0, 1, 3]> : tensor<4xi32>
  %updates = stablehlo.constant dense<[255, 0, 255, 2]> : tensor<4xui8>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<ui8>, %new: tensor<ui8>):
      %0 = stablehlo.add %old, %new : tensor<ui8>
      stablehlo.return %0 : tensor<ui8>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<5xui8>, tensor<4xi32>, tensor<4xui8>) -> tensor<5xui8>
  %expected = stablehlo.constant dense<[0, 254, 1, 4, 2]> : tensor<5xui8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xui8>, tensor<5xui8>) -> ()
  return
}

// -----

// element_type_ui16: elements of type ui16, whose sums wrap
//   scatter.I1: inputs: tensors of every element type
//   scatter.S17: updated_values = update_computation(results...[result_index], updates_converted): old values first
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[0, 65535, 1, 2, 3]> : tensor<5xui16>
  %scatter_indices = stablehlo.constant dense<[4, 0, 1, 3]> : tensor<4xi32>
  %updates = stablehlo.constant dense<[65535, 0, 65535, 2]> : tensor<4xui16>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<ui16>, %new: tensor<ui16>):
      %0 = stablehlo.add %old, %new : tensor<ui16>
      stablehlo.return %0 : tensor<ui16>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<5xui16>, tensor<4xi32>, tensor<4xui16>) -> tensor<5xui16>
  %expected = stablehlo.constant dense<[0, 65534, 1, 4, 2]> : tensor<5xui16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xui16>, tensor<5xui16>) -> ()
  return
}

// -----

// element_type_ui32: elements of type ui32, whose sums wrap
//   scatter.I1: inputs: tensors of every element type
//   scatter.S17: updated_values = update_computation(results...[result_index], updates_converted): old values first
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[0, 4294967295, 1, 2, 3]> : tensor<5xui32>
  %scatter_indices = stablehlo.constant dense<[4, 0, 1, 3]> : tensor<4xi32>
  %updates = stablehlo.constant dense<[4294967295, 0, 4294967295, 2]> : tensor<4xui32>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<ui32>, %new: tensor<ui32>):
      %0 = stablehlo.add %old, %new : tensor<ui32>
      stablehlo.return %0 : tensor<ui32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<5xui32>, tensor<4xi32>, tensor<4xui32>) -> tensor<5xui32>
  %expected = stablehlo.constant dense<[0, 4294967294, 1, 4, 2]> : tensor<5xui32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xui32>, tensor<5xui32>) -> ()
  return
}

// -----

// element_type_ui64: elements of type ui64, whose sums wrap
//   scatter.I1: inputs: tensors of every element type
//   scatter.S17: updated_values = update_computation(results...[result_index], updates_converted): old values first
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[0, 18446744073709551615, 1, 2, 3]> : tensor<5xui64>
  %scatter_indices = stablehlo.constant dense<[4, 0, 1, 3]> : tensor<4xi32>
  %updates = stablehlo.constant dense<[18446744073709551615, 0, 18446744073709551615, 2]> : tensor<4xui64>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<ui64>, %new: tensor<ui64>):
      %0 = stablehlo.add %old, %new : tensor<ui64>
      stablehlo.return %0 : tensor<ui64>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<5xui64>, tensor<4xi32>, tensor<4xui64>) -> tensor<5xui64>
  %expected = stablehlo.constant dense<[0, 18446744073709551614, 1, 4, 2]> : tensor<5xui64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xui64>, tensor<5xui64>) -> ()
  return
}
