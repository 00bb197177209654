// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_i2: elements of type i2, whose sums wrap
//   scatter.I1: inputs: tensors of every element type
//   scatter.S17: updated_values = update_computation(results...[result_index], updates_converted): old values first
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[0, 1, -2, -1, 1]> : tensor<5xi2>
  %scatter_indices = stablehlo.constant dense<[4, 0, 1, 3]> : tensor<4xi32>
  %updates = stablehlo.constant dense<[1, 0, 1, -1]> : tensor<4xi2>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<i2>, %new: tensor<i2>):
      %0 = stablehlo.add %old, %new : tensor<i2>
      stablehlo.return %0 : tensor<i2>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<5xi2>, tensor<4xi32>, tensor<4xi2>) -> tensor<5xi2>
  %expected = stablehlo.constant dense<[0, -2, -2, -2, -2]> : tensor<5xi2>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi2>, tensor<5xi2>) -> ()
  return
}

// -----

// element_type_i4: elements of type i4, whose sums wrap
//   scatter.I1: inputs: tensors of every element type
//   scatter.S17: updated_values = update_computation(results...[result_index], updates_converted): old values first
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[-8, 7, 1, 2, 3]> : tensor<5xi4>
  %scatter_indices = stablehlo.constant dense<[4, 0, 1, 3]> : tensor<4xi32>
  %updates = stablehlo.constant dense<[7, -8, 7, 2]> : tensor<4xi4>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<i4>, %new: tensor<i4>):
      %0 = stablehlo.add %old, %new : tensor<i4>
      stablehlo.return %0 : tensor<i4>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<5xi4>, tensor<4xi32>, tensor<4xi4>) -> tensor<5xi4>
  %expected = stablehlo.constant dense<[0, -2, 1, 4, -6]> : tensor<5xi4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi4>, tensor<5xi4>) -> ()
  return
}

// -----

// element_type_i8: elements of type i8, whose sums wrap
//   scatter.I1: inputs: tensors of every element type
//   scatter.S17: updated_values = update_computation(results...[result_index], updates_converted): old values first
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[-128, 127, 1, 2, 3]> : tensor<5xi8>
  %scatter_indices = stablehlo.constant dense<[4, 0, 1, 3]> : tensor<4xi32>
  %updates = stablehlo.constant dense<[127, -128, 127, 2]> : tensor<4xi8>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<i8>, %new: tensor<i8>):
      %0 = stablehlo.add %old, %new : tensor<i8>
      stablehlo.return %0 : tensor<i8>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<5xi8>, tensor<4xi32>, tensor<4xi8>) -> tensor<5xi8>
  %expected = stablehlo.constant dense<[0, -2, 1, 4, -126]> : tensor<5xi8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi8>, tensor<5xi8>) -> ()
  return
}

// -----

// element_type_i16: elements of type i16, whose sums wrap
//   scatter.I1: inputs: tensors of every element type
//   scatter.S17: updated_values = update_computation(results...[result_index], updates_converted): old values first
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[-32768, 32767, 1, 2, 3]> : tensor<5xi16>
  %scatter_indices = stablehlo.constant dense<[4, 0, 1, 3]> : tensor<4xi32>
  %updates = stablehlo.constant dense<[32767, -32768, 32767, 2]> : tensor<4xi16>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<i16>, %new: tensor<i16>):
      %0 = stablehlo.add %old, %new : tensor<i16>
      stablehlo.return %0 : tensor<i16>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<5xi16>, tensor<4xi32>, tensor<4xi16>) -> tensor<5xi16>
  %expected = stablehlo.constant dense<[0, -2, 1, 4, -32766]> : tensor<5xi16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi16>, tensor<5xi16>) -> ()
  return
}

// -----

// element_type_i32: elements of type i32, whose sums wrap
//   scatter.I1: inputs: tensors of every element type
//   scatter.S17: updated_values = update_computation(results...[result_index], updates_converted): old values first
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[-2147483648, 2147483647, 1, 2, 3]> : tensor<5xi32>
  %scatter_indices = stablehlo.constant dense<[4, 0, 1, 3]> : tensor<4xi32>
  %updates = stablehlo.constant dense<[2147483647, -2147483648, 2147483647, 2]> : tensor<4xi32>
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
  } : (tensor<5xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<5xi32>
  %expected = stablehlo.constant dense<[0, -2, 1, 4, -2147483646]> : tensor<5xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi32>, tensor<5xi32>) -> ()
  return
}

// -----

// element_type_i64: elements of type i64, whose sums wrap
//   scatter.I1: inputs: tensors of every element type
//   scatter.S17: updated_values = update_computation(results...[result_index], updates_converted): old values first
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807, 1, 2, 3]> : tensor<5xi64>
  %scatter_indices = stablehlo.constant dense<[4, 0, 1, 3]> : tensor<4xi32>
  %updates = stablehlo.constant dense<[9223372036854775807, -9223372036854775808, 9223372036854775807, 2]> : tensor<4xi64>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<i64>, %new: tensor<i64>):
      %0 = stablehlo.add %old, %new : tensor<i64>
      stablehlo.return %0 : tensor<i64>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<5xi64>, tensor<4xi32>, tensor<4xi64>) -> tensor<5xi64>
  %expected = stablehlo.constant dense<[0, -2, 1, 4, -9223372036854775806]> : tensor<5xi64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi64>, tensor<5xi64>) -> ()
  return
}
