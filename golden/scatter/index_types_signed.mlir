// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// index_type_i2: scatter_indices of type i2
//   scatter.I2: scatter_indices: tensor of integer type, of every width, signed
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<0> : tensor<20xi16>
  %scatter_indices = stablehlo.constant dense<[1, 0, 1]> : tensor<3xi2>
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
  } : (tensor<20xi16>, tensor<3xi2>, tensor<3xi16>) -> tensor<20xi16>
  %expected = stablehlo.constant dense<[2, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]> : tensor<20xi16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<20xi16>, tensor<20xi16>) -> ()
  return
}

// -----

// index_type_i4: scatter_indices of type i4
//   scatter.I2: scatter_indices: tensor of integer type, of every width, signed
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<0> : tensor<20xi16>
  %scatter_indices = stablehlo.constant dense<[1, 0, 7]> : tensor<3xi4>
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
  } : (tensor<20xi16>, tensor<3xi4>, tensor<3xi16>) -> tensor<20xi16>
  %expected = stablehlo.constant dense<[2, 1, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]> : tensor<20xi16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<20xi16>, tensor<20xi16>) -> ()
  return
}

// -----

// index_type_i8: scatter_indices of type i8
//   scatter.I2: scatter_indices: tensor of integer type, of every width, signed
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<0> : tensor<20xi16>
  %scatter_indices = stablehlo.constant dense<[1, 0, 19]> : tensor<3xi8>
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
  } : (tensor<20xi16>, tensor<3xi8>, tensor<3xi16>) -> tensor<20xi16>
  %expected = stablehlo.constant dense<[2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3]> : tensor<20xi16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<20xi16>, tensor<20xi16>) -> ()
  return
}

// -----

// index_type_i16: scatter_indices of type i16
//   scatter.I2: scatter_indices: tensor of integer type, of every width, signed
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<0> : tensor<20xi16>
  %scatter_indices = stablehlo.constant dense<[1, 0, 19]> : tensor<3xi16>
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
  } : (tensor<20xi16>, tensor<3xi16>, tensor<3xi16>) -> tensor<20xi16>
  %expected = stablehlo.constant dense<[2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3]> : tensor<20xi16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<20xi16>, tensor<20xi16>) -> ()
  return
}

// -----

// index_type_i32: scatter_indices of type i32
//   scatter.I2: scatter_indices: tensor of integer type, of every width, signed
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<0> : tensor<20xi16>
  %scatter_indices = stablehlo.constant dense<[1, 0, 19]> : tensor<3xi32>
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
  } : (tensor<20xi16>, tensor<3xi32>, tensor<3xi16>) -> tensor<20xi16>
  %expected = stablehlo.constant dense<[2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3]> : tensor<20xi16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<20xi16>, tensor<20xi16>) -> ()
  return
}

// -----

// index_type_i64: scatter_indices of type i64
//   scatter.I2: scatter_indices: tensor of integer type, of every width, signed
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<0> : tensor<20xi16>
  %scatter_indices = stablehlo.constant dense<[1, 0, 19]> : tensor<3xi64>
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
  } : (tensor<20xi16>, tensor<3xi64>, tensor<3xi16>) -> tensor<20xi16>
  %expected = stablehlo.constant dense<[2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3]> : tensor<20xi16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<20xi16>, tensor<20xi16>) -> ()
  return
}
