// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/dynamic_gather.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// slice_sizes_type_i2: slice_sizes of type i2
//   dynamic_gather.I3: slice_sizes: 1-dimensional tensor of integer type, of every width
//   dynamic_gather.S2: slice_sizes specified dynamically as a value
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %start_indices = stablehlo.constant dense<[2, 0]> : tensor<2xi64>
  %slice_sizes = stablehlo.constant dense<1> : tensor<2xi2>
  %result = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1],
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false
  } : (tensor<3x2xi32>, tensor<2xi64>, tensor<2xi2>) -> tensor<2x1xi32>
  %expected = stablehlo.constant dense<[[5], [1]]> : tensor<2x1xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x1xi32>, tensor<2x1xi32>) -> ()
  return
}

// -----

// slice_sizes_type_i4: slice_sizes of type i4
//   dynamic_gather.I3: slice_sizes: 1-dimensional tensor of integer type, of every width
//   dynamic_gather.S2: slice_sizes specified dynamically as a value
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %start_indices = stablehlo.constant dense<[2, 0]> : tensor<2xi64>
  %slice_sizes = stablehlo.constant dense<1> : tensor<2xi4>
  %result = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1],
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false
  } : (tensor<3x2xi32>, tensor<2xi64>, tensor<2xi4>) -> tensor<2x1xi32>
  %expected = stablehlo.constant dense<[[5], [1]]> : tensor<2x1xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x1xi32>, tensor<2x1xi32>) -> ()
  return
}

// -----

// slice_sizes_type_i8: slice_sizes of type i8
//   dynamic_gather.I3: slice_sizes: 1-dimensional tensor of integer type, of every width
//   dynamic_gather.S2: slice_sizes specified dynamically as a value
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %start_indices = stablehlo.constant dense<[2, 0]> : tensor<2xi64>
  %slice_sizes = stablehlo.constant dense<1> : tensor<2xi8>
  %result = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1],
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false
  } : (tensor<3x2xi32>, tensor<2xi64>, tensor<2xi8>) -> tensor<2x1xi32>
  %expected = stablehlo.constant dense<[[5], [1]]> : tensor<2x1xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x1xi32>, tensor<2x1xi32>) -> ()
  return
}

// -----

// slice_sizes_type_i16: slice_sizes of type i16
//   dynamic_gather.I3: slice_sizes: 1-dimensional tensor of integer type, of every width
//   dynamic_gather.S2: slice_sizes specified dynamically as a value
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %start_indices = stablehlo.constant dense<[2, 0]> : tensor<2xi64>
  %slice_sizes = stablehlo.constant dense<1> : tensor<2xi16>
  %result = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1],
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false
  } : (tensor<3x2xi32>, tensor<2xi64>, tensor<2xi16>) -> tensor<2x1xi32>
  %expected = stablehlo.constant dense<[[5], [1]]> : tensor<2x1xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x1xi32>, tensor<2x1xi32>) -> ()
  return
}

// -----

// slice_sizes_type_i32: slice_sizes of type i32
//   dynamic_gather.I3: slice_sizes: 1-dimensional tensor of integer type, of every width
//   dynamic_gather.S2: slice_sizes specified dynamically as a value
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %start_indices = stablehlo.constant dense<[2, 0]> : tensor<2xi64>
  %slice_sizes = stablehlo.constant dense<1> : tensor<2xi32>
  %result = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1],
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false
  } : (tensor<3x2xi32>, tensor<2xi64>, tensor<2xi32>) -> tensor<2x1xi32>
  %expected = stablehlo.constant dense<[[5], [1]]> : tensor<2x1xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x1xi32>, tensor<2x1xi32>) -> ()
  return
}

// -----

// slice_sizes_type_i64: slice_sizes of type i64
//   dynamic_gather.I3: slice_sizes: 1-dimensional tensor of integer type, of every width
//   dynamic_gather.S2: slice_sizes specified dynamically as a value
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %start_indices = stablehlo.constant dense<[2, 0]> : tensor<2xi64>
  %slice_sizes = stablehlo.constant dense<1> : tensor<2xi64>
  %result = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1],
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false
  } : (tensor<3x2xi32>, tensor<2xi64>, tensor<2xi64>) -> tensor<2x1xi32>
  %expected = stablehlo.constant dense<[[5], [1]]> : tensor<2x1xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x1xi32>, tensor<2x1xi32>) -> ()
  return
}

// -----

// slice_sizes_type_ui2: slice_sizes of type ui2
//   dynamic_gather.I3: slice_sizes: 1-dimensional tensor of integer type, of every width
//   dynamic_gather.S2: slice_sizes specified dynamically as a value
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %start_indices = stablehlo.constant dense<[2, 0]> : tensor<2xi64>
  %slice_sizes = stablehlo.constant dense<1> : tensor<2xui2>
  %result = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1],
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false
  } : (tensor<3x2xi32>, tensor<2xi64>, tensor<2xui2>) -> tensor<2x1xi32>
  %expected = stablehlo.constant dense<[[5], [1]]> : tensor<2x1xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x1xi32>, tensor<2x1xi32>) -> ()
  return
}

// -----

// slice_sizes_type_ui4: slice_sizes of type ui4
//   dynamic_gather.I3: slice_sizes: 1-dimensional tensor of integer type, of every width
//   dynamic_gather.S2: slice_sizes specified dynamically as a value
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %start_indices = stablehlo.constant dense<[2, 0]> : tensor<2xi64>
  %slice_sizes = stablehlo.constant dense<1> : tensor<2xui4>
  %result = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1],
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false
  } : (tensor<3x2xi32>, tensor<2xi64>, tensor<2xui4>) -> tensor<2x1xi32>
  %expected = stablehlo.constant dense<[[5], [1]]> : tensor<2x1xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x1xi32>, tensor<2x1xi32>) -> ()
  return
}

// -----

// slice_sizes_type_ui8: slice_sizes of type ui8
//   dynamic_gather.I3: slice_sizes: 1-dimensional tensor of integer type, of every width
//   dynamic_gather.S2: slice_sizes specified dynamically as a value
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %start_indices = stablehlo.constant dense<[2, 0]> : tensor<2xi64>
  %slice_sizes = stablehlo.constant dense<1> : tensor<2xui8>
  %result = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1],
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false
  } : (tensor<3x2xi32>, tensor<2xi64>, tensor<2xui8>) -> tensor<2x1xi32>
  %expected = stablehlo.constant dense<[[5], [1]]> : tensor<2x1xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x1xi32>, tensor<2x1xi32>) -> ()
  return
}

// -----

// slice_sizes_type_ui16: slice_sizes of type ui16
//   dynamic_gather.I3: slice_sizes: 1-dimensional tensor of integer type, of every width
//   dynamic_gather.S2: slice_sizes specified dynamically as a value
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %start_indices = stablehlo.constant dense<[2, 0]> : tensor<2xi64>
  %slice_sizes = stablehlo.constant dense<1> : tensor<2xui16>
  %result = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1],
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false
  } : (tensor<3x2xi32>, tensor<2xi64>, tensor<2xui16>) -> tensor<2x1xi32>
  %expected = stablehlo.constant dense<[[5], [1]]> : tensor<2x1xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x1xi32>, tensor<2x1xi32>) -> ()
  return
}

// -----

// slice_sizes_type_ui32: slice_sizes of type ui32
//   dynamic_gather.I3: slice_sizes: 1-dimensional tensor of integer type, of every width
//   dynamic_gather.S2: slice_sizes specified dynamically as a value
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %start_indices = stablehlo.constant dense<[2, 0]> : tensor<2xi64>
  %slice_sizes = stablehlo.constant dense<1> : tensor<2xui32>
  %result = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1],
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false
  } : (tensor<3x2xi32>, tensor<2xi64>, tensor<2xui32>) -> tensor<2x1xi32>
  %expected = stablehlo.constant dense<[[5], [1]]> : tensor<2x1xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x1xi32>, tensor<2x1xi32>) -> ()
  return
}

// -----

// slice_sizes_type_ui64: slice_sizes of type ui64
//   dynamic_gather.I3: slice_sizes: 1-dimensional tensor of integer type, of every width
//   dynamic_gather.S2: slice_sizes specified dynamically as a value
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %start_indices = stablehlo.constant dense<[2, 0]> : tensor<2xi64>
  %slice_sizes = stablehlo.constant dense<1> : tensor<2xui64>
  %result = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1],
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false
  } : (tensor<3x2xi32>, tensor<2xi64>, tensor<2xui64>) -> tensor<2x1xi32>
  %expected = stablehlo.constant dense<[[5], [1]]> : tensor<2x1xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x1xi32>, tensor<2x1xi32>) -> ()
  return
}
