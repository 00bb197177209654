// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/gather.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_i2: elements of type i2 are moved as they are
//   gather.I1: operand: tensor or per-tensor quantized tensor, of every element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0, 1, -2, -1, 1]> : tensor<5xi2>
  %start_indices = stablehlo.constant dense<[4, 0, 2, 1, 3, 0]> : tensor<6xi32>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  } : (tensor<5xi2>, tensor<6xi32>) -> tensor<6xi2>
  %expected = stablehlo.constant dense<[1, 0, -2, 1, -1, 0]> : tensor<6xi2>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xi2>, tensor<6xi2>) -> ()
  return
}

// -----

// element_type_i4: elements of type i4 are moved as they are
//   gather.I1: operand: tensor or per-tensor quantized tensor, of every element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[-8, 7, 1, 2, 3]> : tensor<5xi4>
  %start_indices = stablehlo.constant dense<[4, 0, 2, 1, 3, 0]> : tensor<6xi32>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  } : (tensor<5xi4>, tensor<6xi32>) -> tensor<6xi4>
  %expected = stablehlo.constant dense<[3, -8, 1, 7, 2, -8]> : tensor<6xi4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xi4>, tensor<6xi4>) -> ()
  return
}

// -----

// element_type_i8: elements of type i8 are moved as they are
//   gather.I1: operand: tensor or per-tensor quantized tensor, of every element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[-128, 127, 1, 2, 3]> : tensor<5xi8>
  %start_indices = stablehlo.constant dense<[4, 0, 2, 1, 3, 0]> : tensor<6xi32>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  } : (tensor<5xi8>, tensor<6xi32>) -> tensor<6xi8>
  %expected = stablehlo.constant dense<[3, -128, 1, 127, 2, -128]> : tensor<6xi8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xi8>, tensor<6xi8>) -> ()
  return
}

// -----

// element_type_i16: elements of type i16 are moved as they are
//   gather.I1: operand: tensor or per-tensor quantized tensor, of every element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[-32768, 32767, 1, 2, 3]> : tensor<5xi16>
  %start_indices = stablehlo.constant dense<[4, 0, 2, 1, 3, 0]> : tensor<6xi32>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  } : (tensor<5xi16>, tensor<6xi32>) -> tensor<6xi16>
  %expected = stablehlo.constant dense<[3, -32768, 1, 32767, 2, -32768]> : tensor<6xi16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xi16>, tensor<6xi16>) -> ()
  return
}

// -----

// element_type_i32: elements of type i32 are moved as they are
//   gather.I1: operand: tensor or per-tensor quantized tensor, of every element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[-2147483648, 2147483647, 1, 2, 3]> : tensor<5xi32>
  %start_indices = stablehlo.constant dense<[4, 0, 2, 1, 3, 0]> : tensor<6xi32>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  } : (tensor<5xi32>, tensor<6xi32>) -> tensor<6xi32>
  %expected = stablehlo.constant dense<[3, -2147483648, 1, 2147483647, 2, -2147483648]> : tensor<6xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xi32>, tensor<6xi32>) -> ()
  return
}

// -----

// element_type_i64: elements of type i64 are moved as they are
//   gather.I1: operand: tensor or per-tensor quantized tensor, of every element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807, 1, 2, 3]> : tensor<5xi64>
  %start_indices = stablehlo.constant dense<[4, 0, 2, 1, 3, 0]> : tensor<6xi32>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  } : (tensor<5xi64>, tensor<6xi32>) -> tensor<6xi64>
  %expected = stablehlo.constant dense<[3, -9223372036854775808, 1, 9223372036854775807, 2, -9223372036854775808]> : tensor<6xi64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xi64>, tensor<6xi64>) -> ()
  return
}
