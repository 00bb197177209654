// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/gather.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// index_type_i2: start_indices of type i2
//   gather.I2: start_indices: tensor of integer type, of every width, signed
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[
      100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119
    ]> : tensor<20xi16>
  %start_indices = stablehlo.constant dense<[1, 0, 1, 1]> : tensor<4xi2>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  } : (tensor<20xi16>, tensor<4xi2>) -> tensor<4xi16>
  %expected = stablehlo.constant dense<[101, 100, 101, 101]> : tensor<4xi16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi16>, tensor<4xi16>) -> ()
  return
}

// -----

// index_type_i4: start_indices of type i4
//   gather.I2: start_indices: tensor of integer type, of every width, signed
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[
      100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119
    ]> : tensor<20xi16>
  %start_indices = stablehlo.constant dense<[1, 0, 7, 1]> : tensor<4xi4>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  } : (tensor<20xi16>, tensor<4xi4>) -> tensor<4xi16>
  %expected = stablehlo.constant dense<[101, 100, 107, 101]> : tensor<4xi16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi16>, tensor<4xi16>) -> ()
  return
}

// -----

// index_type_i8: start_indices of type i8
//   gather.I2: start_indices: tensor of integer type, of every width, signed
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[
      100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119
    ]> : tensor<20xi16>
  %start_indices = stablehlo.constant dense<[1, 0, 19, 1]> : tensor<4xi8>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  } : (tensor<20xi16>, tensor<4xi8>) -> tensor<4xi16>
  %expected = stablehlo.constant dense<[101, 100, 119, 101]> : tensor<4xi16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi16>, tensor<4xi16>) -> ()
  return
}

// -----

// index_type_i16: start_indices of type i16
//   gather.I2: start_indices: tensor of integer type, of every width, signed
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[
      100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119
    ]> : tensor<20xi16>
  %start_indices = stablehlo.constant dense<[1, 0, 19, 1]> : tensor<4xi16>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  } : (tensor<20xi16>, tensor<4xi16>) -> tensor<4xi16>
  %expected = stablehlo.constant dense<[101, 100, 119, 101]> : tensor<4xi16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi16>, tensor<4xi16>) -> ()
  return
}

// -----

// index_type_i32: start_indices of type i32
//   gather.I2: start_indices: tensor of integer type, of every width, signed
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[
      100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119
    ]> : tensor<20xi16>
  %start_indices = stablehlo.constant dense<[1, 0, 19, 1]> : tensor<4xi32>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  } : (tensor<20xi16>, tensor<4xi32>) -> tensor<4xi16>
  %expected = stablehlo.constant dense<[101, 100, 119, 101]> : tensor<4xi16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi16>, tensor<4xi16>) -> ()
  return
}

// -----

// index_type_i64: start_indices of type i64
//   gather.I2: start_indices: tensor of integer type, of every width, signed
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[
      100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119
    ]> : tensor<20xi16>
  %start_indices = stablehlo.constant dense<[1, 0, 19, 1]> : tensor<4xi64>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  } : (tensor<20xi16>, tensor<4xi64>) -> tensor<4xi16>
  %expected = stablehlo.constant dense<[101, 100, 119, 101]> : tensor<4xi16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi16>, tensor<4xi16>) -> ()
  return
}
