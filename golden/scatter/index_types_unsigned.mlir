// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// index_type_ui2: scatter_indices of type ui2
//   scatter.I2-unsigned: scatter_indices: tensor of integer type, unsigned: no value is negative
// agree: spec model, XLA CPU
// upstream interpreter differs: upstream.unsigned-indices: the interpreter extends the sign of unsigned indices,
//     those of dynamic_slice and dynamic_update_slice too: ui8 200 becomes -56
func.func @main() {
  %inputs = stablehlo.constant dense<0> : tensor<20xi16>
  %scatter_indices = stablehlo.constant dense<[1, 0, 3]> : tensor<3xui2>
  %updates = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi16>
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
  } : (tensor<20xi16>, tensor<3xui2>, tensor<3xi16>) -> tensor<20xi16>
  %expected = stablehlo.constant dense<[2, 1, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]> : tensor<20xi16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<20xi16>, tensor<20xi16>) -> ()
  return
}

// -----

// index_type_ui4: scatter_indices of type ui4
//   scatter.I2-unsigned: scatter_indices: tensor of integer type, unsigned: no value is negative
// agree: spec model, XLA CPU
// upstream interpreter differs: upstream.unsigned-indices: the interpreter extends the sign of unsigned indices,
//     those of dynamic_slice and dynamic_update_slice too: ui8 200 becomes -56
func.func @main() {
  %inputs = stablehlo.constant dense<0> : tensor<20xi16>
  %scatter_indices = stablehlo.constant dense<[1, 0, 15]> : tensor<3xui4>
  %updates = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi16>
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
  } : (tensor<20xi16>, tensor<3xui4>, tensor<3xi16>) -> tensor<20xi16>
  %expected = stablehlo.constant dense<[2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0]> : tensor<20xi16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<20xi16>, tensor<20xi16>) -> ()
  return
}

// -----

// index_type_ui8: scatter_indices of type ui8
//   scatter.I2-unsigned: scatter_indices: tensor of integer type, unsigned: no value is negative
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<0> : tensor<20xi16>
  %scatter_indices = stablehlo.constant dense<[1, 0, 19]> : tensor<3xui8>
  %updates = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi16>
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
  } : (tensor<20xi16>, tensor<3xui8>, tensor<3xi16>) -> tensor<20xi16>
  %expected = stablehlo.constant dense<[2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3]> : tensor<20xi16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<20xi16>, tensor<20xi16>) -> ()
  return
}

// -----

// index_type_ui16: scatter_indices of type ui16
//   scatter.I2-unsigned: scatter_indices: tensor of integer type, unsigned: no value is negative
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<0> : tensor<20xi16>
  %scatter_indices = stablehlo.constant dense<[1, 0, 19]> : tensor<3xui16>
  %updates = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi16>
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
  } : (tensor<20xi16>, tensor<3xui16>, tensor<3xi16>) -> tensor<20xi16>
  %expected = stablehlo.constant dense<[2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3]> : tensor<20xi16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<20xi16>, tensor<20xi16>) -> ()
  return
}

// -----

// index_type_ui32: scatter_indices of type ui32
//   scatter.I2-unsigned: scatter_indices: tensor of integer type, unsigned: no value is negative
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<0> : tensor<20xi16>
  %scatter_indices = stablehlo.constant dense<[1, 0, 19]> : tensor<3xui32>
  %updates = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi16>
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
  } : (tensor<20xi16>, tensor<3xui32>, tensor<3xi16>) -> tensor<20xi16>
  %expected = stablehlo.constant dense<[2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3]> : tensor<20xi16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<20xi16>, tensor<20xi16>) -> ()
  return
}

// -----

// index_type_ui64: scatter_indices of type ui64
//   scatter.I2-unsigned: scatter_indices: tensor of integer type, unsigned: no value is negative
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<0> : tensor<20xi16>
  %scatter_indices = stablehlo.constant dense<[1, 0, 19]> : tensor<3xui64>
  %updates = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi16>
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
  } : (tensor<20xi16>, tensor<3xui64>, tensor<3xi16>) -> tensor<20xi16>
  %expected = stablehlo.constant dense<[2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3]> : tensor<20xi16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<20xi16>, tensor<20xi16>) -> ()
  return
}
