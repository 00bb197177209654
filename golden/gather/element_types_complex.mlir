// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/gather.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_complex_f32: elements of type complex<f32> are moved as they are
//   gather.I1: operand: tensor or per-tensor quantized tensor, of every element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[(1.5, -2.0), (0.0, 0.5), (3.0, 0.0), (-1.0, 1.0), (2.0, 2.0)]> : tensor<5xcomplex<f32>>
  %start_indices = stablehlo.constant dense<[4, 0, 2, 1, 3, 0]> : tensor<6xi32>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  } : (tensor<5xcomplex<f32>>, tensor<6xi32>) -> tensor<6xcomplex<f32>>
  %expected = stablehlo.constant dense<[(2.0, 2.0), (1.5, -2.0), (3.0, 0.0), (0.0, 0.5), (-1.0, 1.0), (1.5, -2.0)]> : tensor<6xcomplex<f32>>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xcomplex<f32>>, tensor<6xcomplex<f32>>) -> ()
  return
}

// -----

// element_type_complex_f64: elements of type complex<f64> are moved as they are
//   gather.I1: operand: tensor or per-tensor quantized tensor, of every element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[(1.5, -2.0), (0.0, 0.5), (3.0, 0.0), (-1.0, 1.0), (2.0, 2.0)]> : tensor<5xcomplex<f64>>
  %start_indices = stablehlo.constant dense<[4, 0, 2, 1, 3, 0]> : tensor<6xi32>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  } : (tensor<5xcomplex<f64>>, tensor<6xi32>) -> tensor<6xcomplex<f64>>
  %expected = stablehlo.constant dense<[(2.0, 2.0), (1.5, -2.0), (3.0, 0.0), (0.0, 0.5), (-1.0, 1.0), (1.5, -2.0)]> : tensor<6xcomplex<f64>>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xcomplex<f64>>, tensor<6xcomplex<f64>>) -> ()
  return
}
