// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/gather.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// index_type_ui2: start_indices of type ui2
//   gather.I2-unsigned: start_indices: tensor of integer type, unsigned: no value is negative
// agree: spec model, XLA CPU
// upstream interpreter differs: upstream.unsigned-indices: the interpreter extends the sign of unsigned indices,
//     those of dynamic_slice and dynamic_update_slice too: ui8 200 becomes -56
func.func @main() {
  %operand = stablehlo.constant dense<[
      100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119
    ]> : tensor<20xi16>
  %start_indices = stablehlo.constant dense<[1, 0, 3, 1]> : tensor<4xui2>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  } : (tensor<20xi16>, tensor<4xui2>) -> tensor<4xi16>
  %expected = stablehlo.constant dense<[101, 100, 103, 101]> : tensor<4xi16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi16>, tensor<4xi16>) -> ()
  return
}

// -----

// index_type_ui4: start_indices of type ui4
//   gather.I2-unsigned: start_indices: tensor of integer type, unsigned: no value is negative
// agree: spec model, XLA CPU
// upstream interpreter differs: upstream.unsigned-indices: the interpreter extends the sign of unsigned indices,
//     those of dynamic_slice and dynamic_update_slice too: ui8 200 becomes -56
func.func @main() {
  %operand = stablehlo.constant dense<[
      100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119
    ]> : tensor<20xi16>
  %start_indices = stablehlo.constant dense<[1, 0, 15, 1]> : tensor<4xui4>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  } : (tensor<20xi16>, tensor<4xui4>) -> tensor<4xi16>
  %expected = stablehlo.constant dense<[101, 100, 115, 101]> : tensor<4xi16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi16>, tensor<4xi16>) -> ()
  return
}

// -----

// index_type_ui8: start_indices of type ui8
//   gather.I2-unsigned: start_indices: tensor of integer type, unsigned: no value is negative
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[
      100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119
    ]> : tensor<20xi16>
  %start_indices = stablehlo.constant dense<[1, 0, 19, 1]> : tensor<4xui8>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  } : (tensor<20xi16>, tensor<4xui8>) -> tensor<4xi16>
  %expected = stablehlo.constant dense<[101, 100, 119, 101]> : tensor<4xi16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi16>, tensor<4xi16>) -> ()
  return
}

// -----

// index_type_ui16: start_indices of type ui16
//   gather.I2-unsigned: start_indices: tensor of integer type, unsigned: no value is negative
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[
      100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119
    ]> : tensor<20xi16>
  %start_indices = stablehlo.constant dense<[1, 0, 19, 1]> : tensor<4xui16>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  } : (tensor<20xi16>, tensor<4xui16>) -> tensor<4xi16>
  %expected = stablehlo.constant dense<[101, 100, 119, 101]> : tensor<4xi16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi16>, tensor<4xi16>) -> ()
  return
}

// -----

// index_type_ui32: start_indices of type ui32
//   gather.I2-unsigned: start_indices: tensor of integer type, unsigned: no value is negative
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[
      100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119
    ]> : tensor<20xi16>
  %start_indices = stablehlo.constant dense<[1, 0, 19, 1]> : tensor<4xui32>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  } : (tensor<20xi16>, tensor<4xui32>) -> tensor<4xi16>
  %expected = stablehlo.constant dense<[101, 100, 119, 101]> : tensor<4xi16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi16>, tensor<4xi16>) -> ()
  return
}

// -----

// index_type_ui64: start_indices of type ui64
//   gather.I2-unsigned: start_indices: tensor of integer type, unsigned: no value is negative
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[
      100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119
    ]> : tensor<20xi16>
  %start_indices = stablehlo.constant dense<[1, 0, 19, 1]> : tensor<4xui64>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  } : (tensor<20xi16>, tensor<4xui64>) -> tensor<4xi16>
  %expected = stablehlo.constant dense<[101, 100, 119, 101]> : tensor<4xi16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi16>, tensor<4xi16>) -> ()
  return
}
