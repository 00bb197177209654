// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/gather.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_ui2: elements of type ui2 are moved as they are
//   gather.I1: operand: tensor or per-tensor quantized tensor, of every element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0, 1, 3, 2, 1]> : tensor<5xui2>
  %start_indices = stablehlo.constant dense<[4, 0, 2, 1, 3, 0]> : tensor<6xi32>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  } : (tensor<5xui2>, tensor<6xi32>) -> tensor<6xui2>
  %expected = stablehlo.constant dense<[1, 0, 3, 1, 2, 0]> : tensor<6xui2>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xui2>, tensor<6xui2>) -> ()
  return
}

// -----

// element_type_ui4: elements of type ui4 are moved as they are
//   gather.I1: operand: tensor or per-tensor quantized tensor, of every element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0, 15, 1, 2, 3]> : tensor<5xui4>
  %start_indices = stablehlo.constant dense<[4, 0, 2, 1, 3, 0]> : tensor<6xi32>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  } : (tensor<5xui4>, tensor<6xi32>) -> tensor<6xui4>
  %expected = stablehlo.constant dense<[3, 0, 1, 15, 2, 0]> : tensor<6xui4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xui4>, tensor<6xui4>) -> ()
  return
}

// -----

// element_type_ui8: elements of type ui8 are moved as they are
//   gather.I1: operand: tensor or per-tensor quantized tensor, of every element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0, 255, 1, 2, 3]> : tensor<5xui8>
  %start_indices = stablehlo.constant dense<[4, 0, 2, 1, 3, 0]> : tensor<6xi32>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  } : (tensor<5xui8>, tensor<6xi32>) -> tensor<6xui8>
  %expected = stablehlo.constant dense<[3, 0, 1, 255, 2, 0]> : tensor<6xui8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xui8>, tensor<6xui8>) -> ()
  return
}

// -----

// element_type_ui16: elements of type ui16 are moved as they are
//   gather.I1: operand: tensor or per-tensor quantized tensor, of every element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0, 65535, 1, 2, 3]> : tensor<5xui16>
  %start_indices = stablehlo.constant dense<[4, 0, 2, 1, 3, 0]> : tensor<6xi32>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  } : (tensor<5xui16>, tensor<6xi32>) -> tensor<6xui16>
  %expected = stablehlo.constant dense<[3, 0, 1, 65535, 2, 0]> : tensor<6xui16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xui16>, tensor<6xui16>) -> ()
  return
}

// -----

// element_type_ui32: elements of type ui32 are moved as they are
//   gather.I1: operand: tensor or per-tensor quantized tensor, of every element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0, 4294967295, 1, 2, 3]> : tensor<5xui32>
  %start_indices = stablehlo.constant dense<[4, 0, 2, 1, 3, 0]> : tensor<6xi32>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  } : (tensor<5xui32>, tensor<6xi32>) -> tensor<6xui32>
  %expected = stablehlo.constant dense<[3, 0, 1, 4294967295, 2, 0]> : tensor<6xui32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xui32>, tensor<6xui32>) -> ()
  return
}

// -----

// element_type_ui64: elements of type ui64 are moved as they are
//   gather.I1: operand: tensor or per-tensor quantized tensor, of every element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0, 18446744073709551615, 1, 2, 3]> : tensor<5xui64>
  %start_indices = stablehlo.constant dense<[4, 0, 2, 1, 3, 0]> : tensor<6xi32>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  } : (tensor<5xui64>, tensor<6xi32>) -> tensor<6xui64>
  %expected = stablehlo.constant dense<[3, 0, 1, 18446744073709551615, 2, 0]> : tensor<6xui64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xui64>, tensor<6xui64>) -> ()
  return
}
