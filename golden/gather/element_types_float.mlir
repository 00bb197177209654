// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/gather.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_f4E2M1FN: elements of type f4E2M1FN are moved as they are
//   gather.I1: operand: tensor or per-tensor quantized tensor, of every element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, -1.0, 1.5, -2.0, 3.0]> : tensor<5xf4E2M1FN>
  %start_indices = stablehlo.constant dense<[4, 0, 2, 1, 3, 0]> : tensor<6xi32>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  } : (tensor<5xf4E2M1FN>, tensor<6xi32>) -> tensor<6xf4E2M1FN>
  %expected = stablehlo.constant dense<[3.0, 0.5, 1.5, -1.0, -2.0, 0.5]> : tensor<6xf4E2M1FN>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xf4E2M1FN>, tensor<6xf4E2M1FN>) -> ()
  return
}

// -----

// element_type_f6E2M3FN: elements of type f6E2M3FN are moved as they are
//   gather.I1: operand: tensor or per-tensor quantized tensor, of every element type
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.f6: XLA can't compute with them, and before jaxlib 0.11 not even pass them; some programs
//     end the process
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, -1.0, 1.5, -2.0, 3.0]> : tensor<5xf6E2M3FN>
  %start_indices = stablehlo.constant dense<[4, 0, 2, 1, 3, 0]> : tensor<6xi32>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  } : (tensor<5xf6E2M3FN>, tensor<6xi32>) -> tensor<6xf6E2M3FN>
  %expected = stablehlo.constant dense<[3.0, 0.5, 1.5, -1.0, -2.0, 0.5]> : tensor<6xf6E2M3FN>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xf6E2M3FN>, tensor<6xf6E2M3FN>) -> ()
  return
}

// -----

// element_type_f6E3M2FN: elements of type f6E3M2FN are moved as they are
//   gather.I1: operand: tensor or per-tensor quantized tensor, of every element type
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.f6: XLA can't compute with them, and before jaxlib 0.11 not even pass them; some programs
//     end the process
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, -1.0, 1.5, -2.0, 3.0]> : tensor<5xf6E3M2FN>
  %start_indices = stablehlo.constant dense<[4, 0, 2, 1, 3, 0]> : tensor<6xi32>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  } : (tensor<5xf6E3M2FN>, tensor<6xi32>) -> tensor<6xf6E3M2FN>
  %expected = stablehlo.constant dense<[3.0, 0.5, 1.5, -1.0, -2.0, 0.5]> : tensor<6xf6E3M2FN>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xf6E3M2FN>, tensor<6xf6E3M2FN>) -> ()
  return
}

// -----

// element_type_f8E3M4: elements of type f8E3M4 are moved as they are
//   gather.I1: operand: tensor or per-tensor quantized tensor, of every element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, -1.0, 1.5, -2.0, 3.0]> : tensor<5xf8E3M4>
  %start_indices = stablehlo.constant dense<[4, 0, 2, 1, 3, 0]> : tensor<6xi32>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  } : (tensor<5xf8E3M4>, tensor<6xi32>) -> tensor<6xf8E3M4>
  %expected = stablehlo.constant dense<[3.0, 0.5, 1.5, -1.0, -2.0, 0.5]> : tensor<6xf8E3M4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xf8E3M4>, tensor<6xf8E3M4>) -> ()
  return
}

// -----

// element_type_f8E4M3: elements of type f8E4M3 are moved as they are
//   gather.I1: operand: tensor or per-tensor quantized tensor, of every element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, -1.0, 1.5, -2.0, 3.0]> : tensor<5xf8E4M3>
  %start_indices = stablehlo.constant dense<[4, 0, 2, 1, 3, 0]> : tensor<6xi32>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  } : (tensor<5xf8E4M3>, tensor<6xi32>) -> tensor<6xf8E4M3>
  %expected = stablehlo.constant dense<[3.0, 0.5, 1.5, -1.0, -2.0, 0.5]> : tensor<6xf8E4M3>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xf8E4M3>, tensor<6xf8E4M3>) -> ()
  return
}

// -----

// element_type_f8E4M3FN: elements of type f8E4M3FN are moved as they are
//   gather.I1: operand: tensor or per-tensor quantized tensor, of every element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, -1.0, 1.5, -2.0, 3.0]> : tensor<5xf8E4M3FN>
  %start_indices = stablehlo.constant dense<[4, 0, 2, 1, 3, 0]> : tensor<6xi32>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  } : (tensor<5xf8E4M3FN>, tensor<6xi32>) -> tensor<6xf8E4M3FN>
  %expected = stablehlo.constant dense<[3.0, 0.5, 1.5, -1.0, -2.0, 0.5]> : tensor<6xf8E4M3FN>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xf8E4M3FN>, tensor<6xf8E4M3FN>) -> ()
  return
}

// -----

// element_type_f8E4M3FNUZ: elements of type f8E4M3FNUZ are moved as they are
//   gather.I1: operand: tensor or per-tensor quantized tensor, of every element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, -1.0, 1.5, -2.0, 3.0]> : tensor<5xf8E4M3FNUZ>
  %start_indices = stablehlo.constant dense<[4, 0, 2, 1, 3, 0]> : tensor<6xi32>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  } : (tensor<5xf8E4M3FNUZ>, tensor<6xi32>) -> tensor<6xf8E4M3FNUZ>
  %expected = stablehlo.constant dense<[3.0, 0.5, 1.5, -1.0, -2.0, 0.5]> : tensor<6xf8E4M3FNUZ>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xf8E4M3FNUZ>, tensor<6xf8E4M3FNUZ>) -> ()
  return
}

// -----

// element_type_f8E4M3B11FNUZ: elements of type f8E4M3B11FNUZ are moved as they are
//   gather.I1: operand: tensor or per-tensor quantized tensor, of every element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, -1.0, 1.5, -2.0, 3.0]> : tensor<5xf8E4M3B11FNUZ>
  %start_indices = stablehlo.constant dense<[4, 0, 2, 1, 3, 0]> : tensor<6xi32>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  } : (tensor<5xf8E4M3B11FNUZ>, tensor<6xi32>) -> tensor<6xf8E4M3B11FNUZ>
  %expected = stablehlo.constant dense<[3.0, 0.5, 1.5, -1.0, -2.0, 0.5]> : tensor<6xf8E4M3B11FNUZ>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xf8E4M3B11FNUZ>, tensor<6xf8E4M3B11FNUZ>) -> ()
  return
}

// -----

// element_type_f8E5M2: elements of type f8E5M2 are moved as they are
//   gather.I1: operand: tensor or per-tensor quantized tensor, of every element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, -1.0, 1.5, -2.0, 3.0]> : tensor<5xf8E5M2>
  %start_indices = stablehlo.constant dense<[4, 0, 2, 1, 3, 0]> : tensor<6xi32>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  } : (tensor<5xf8E5M2>, tensor<6xi32>) -> tensor<6xf8E5M2>
  %expected = stablehlo.constant dense<[3.0, 0.5, 1.5, -1.0, -2.0, 0.5]> : tensor<6xf8E5M2>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xf8E5M2>, tensor<6xf8E5M2>) -> ()
  return
}

// -----

// element_type_f8E5M2FNUZ: elements of type f8E5M2FNUZ are moved as they are
//   gather.I1: operand: tensor or per-tensor quantized tensor, of every element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, -1.0, 1.5, -2.0, 3.0]> : tensor<5xf8E5M2FNUZ>
  %start_indices = stablehlo.constant dense<[4, 0, 2, 1, 3, 0]> : tensor<6xi32>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  } : (tensor<5xf8E5M2FNUZ>, tensor<6xi32>) -> tensor<6xf8E5M2FNUZ>
  %expected = stablehlo.constant dense<[3.0, 0.5, 1.5, -1.0, -2.0, 0.5]> : tensor<6xf8E5M2FNUZ>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xf8E5M2FNUZ>, tensor<6xf8E5M2FNUZ>) -> ()
  return
}

// -----

// element_type_f8E8M0FNU: elements of type f8E8M0FNU are moved as they are
//   gather.I1: operand: tensor or per-tensor quantized tensor, of every element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, 1.0, 2.0, 4.0, 8.0]> : tensor<5xf8E8M0FNU>
  %start_indices = stablehlo.constant dense<[4, 0, 2, 1, 3, 0]> : tensor<6xi32>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  } : (tensor<5xf8E8M0FNU>, tensor<6xi32>) -> tensor<6xf8E8M0FNU>
  %expected = stablehlo.constant dense<[8.0, 0.5, 2.0, 1.0, 4.0, 0.5]> : tensor<6xf8E8M0FNU>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xf8E8M0FNU>, tensor<6xf8E8M0FNU>) -> ()
  return
}

// -----

// element_type_bf16: elements of type bf16 are moved as they are
//   gather.I1: operand: tensor or per-tensor quantized tensor, of every element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, -1.0, 1.5, -2.0, 3.0]> : tensor<5xbf16>
  %start_indices = stablehlo.constant dense<[4, 0, 2, 1, 3, 0]> : tensor<6xi32>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  } : (tensor<5xbf16>, tensor<6xi32>) -> tensor<6xbf16>
  %expected = stablehlo.constant dense<[3.0, 0.5, 1.5, -1.0, -2.0, 0.5]> : tensor<6xbf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xbf16>, tensor<6xbf16>) -> ()
  return
}

// -----

// element_type_f16: elements of type f16 are moved as they are
//   gather.I1: operand: tensor or per-tensor quantized tensor, of every element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, -1.0, 1.5, -2.0, 3.0]> : tensor<5xf16>
  %start_indices = stablehlo.constant dense<[4, 0, 2, 1, 3, 0]> : tensor<6xi32>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  } : (tensor<5xf16>, tensor<6xi32>) -> tensor<6xf16>
  %expected = stablehlo.constant dense<[3.0, 0.5, 1.5, -1.0, -2.0, 0.5]> : tensor<6xf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xf16>, tensor<6xf16>) -> ()
  return
}

// -----

// element_type_f32: elements of type f32 are moved as they are
//   gather.I1: operand: tensor or per-tensor quantized tensor, of every element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, -1.0, 1.5, -2.0, 3.0]> : tensor<5xf32>
  %start_indices = stablehlo.constant dense<[4, 0, 2, 1, 3, 0]> : tensor<6xi32>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  } : (tensor<5xf32>, tensor<6xi32>) -> tensor<6xf32>
  %expected = stablehlo.constant dense<[3.0, 0.5, 1.5, -1.0, -2.0, 0.5]> : tensor<6xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xf32>, tensor<6xf32>) -> ()
  return
}

// -----

// element_type_f64: elements of type f64 are moved as they are
//   gather.I1: operand: tensor or per-tensor quantized tensor, of every element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, -1.0, 1.5, -2.0, 3.0]> : tensor<5xf64>
  %start_indices = stablehlo.constant dense<[4, 0, 2, 1, 3, 0]> : tensor<6xi32>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  } : (tensor<5xf64>, tensor<6xi32>) -> tensor<6xf64>
  %expected = stablehlo.constant dense<[3.0, 0.5, 1.5, -1.0, -2.0, 0.5]> : tensor<6xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xf64>, tensor<6xf64>) -> ()
  return
}
