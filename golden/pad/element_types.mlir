// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_i1: elements of type i1
//   pad: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[true, false, true, true]> : tensor<4xi1>
  %padding_value = stablehlo.constant dense<false> : tensor<i1>
  %result = "stablehlo.pad"(%operand, %padding_value) {
    edge_padding_low = array<i64: 1>,
    edge_padding_high = array<i64: -1>,
    interior_padding = array<i64: 1>
  } : (tensor<4xi1>, tensor<i1>) -> tensor<7xi1>
  %expected = stablehlo.constant dense<[false, true, false, false, false, true, false]> : tensor<7xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<7xi1>, tensor<7xi1>) -> ()
  return
}

// -----

// element_type_i4: elements of type i4
//   pad: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi4>
  %padding_value = stablehlo.constant dense<2> : tensor<i4>
  %result = "stablehlo.pad"(%operand, %padding_value) {
    edge_padding_low = array<i64: 1>,
    edge_padding_high = array<i64: -1>,
    interior_padding = array<i64: 1>
  } : (tensor<4xi4>, tensor<i4>) -> tensor<7xi4>
  %expected = stablehlo.constant dense<[2, 1, 2, 2, 2, 3, 2]> : tensor<7xi4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<7xi4>, tensor<7xi4>) -> ()
  return
}

// -----

// element_type_ui8: elements of type ui8
//   pad: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xui8>
  %padding_value = stablehlo.constant dense<2> : tensor<ui8>
  %result = "stablehlo.pad"(%operand, %padding_value) {
    edge_padding_low = array<i64: 1>,
    edge_padding_high = array<i64: -1>,
    interior_padding = array<i64: 1>
  } : (tensor<4xui8>, tensor<ui8>) -> tensor<7xui8>
  %expected = stablehlo.constant dense<[2, 1, 2, 2, 2, 3, 2]> : tensor<7xui8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<7xui8>, tensor<7xui8>) -> ()
  return
}

// -----

// element_type_i64: elements of type i64
//   pad: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi64>
  %padding_value = stablehlo.constant dense<2> : tensor<i64>
  %result = "stablehlo.pad"(%operand, %padding_value) {
    edge_padding_low = array<i64: 1>,
    edge_padding_high = array<i64: -1>,
    interior_padding = array<i64: 1>
  } : (tensor<4xi64>, tensor<i64>) -> tensor<7xi64>
  %expected = stablehlo.constant dense<[2, 1, 2, 2, 2, 3, 2]> : tensor<7xi64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<7xi64>, tensor<7xi64>) -> ()
  return
}

// -----

// element_type_f8E4M3FN: elements of type f8E4M3FN
//   pad: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf8E4M3FN>
  %padding_value = stablehlo.constant dense<2.0> : tensor<f8E4M3FN>
  %result = "stablehlo.pad"(%operand, %padding_value) {
    edge_padding_low = array<i64: 1>,
    edge_padding_high = array<i64: -1>,
    interior_padding = array<i64: 1>
  } : (tensor<4xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<7xf8E4M3FN>
  %expected = stablehlo.constant dense<[2.0, 1.0, 2.0, 2.0, 2.0, 3.0, 2.0]> : tensor<7xf8E4M3FN>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<7xf8E4M3FN>, tensor<7xf8E4M3FN>) -> ()
  return
}

// -----

// element_type_bf16: elements of type bf16
//   pad: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xbf16>
  %padding_value = stablehlo.constant dense<2.0> : tensor<bf16>
  %result = "stablehlo.pad"(%operand, %padding_value) {
    edge_padding_low = array<i64: 1>,
    edge_padding_high = array<i64: -1>,
    interior_padding = array<i64: 1>
  } : (tensor<4xbf16>, tensor<bf16>) -> tensor<7xbf16>
  %expected = stablehlo.constant dense<[2.0, 1.0, 2.0, 2.0, 2.0, 3.0, 2.0]> : tensor<7xbf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<7xbf16>, tensor<7xbf16>) -> ()
  return
}

// -----

// element_type_f16: elements of type f16
//   pad: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf16>
  %padding_value = stablehlo.constant dense<2.0> : tensor<f16>
  %result = "stablehlo.pad"(%operand, %padding_value) {
    edge_padding_low = array<i64: 1>,
    edge_padding_high = array<i64: -1>,
    interior_padding = array<i64: 1>
  } : (tensor<4xf16>, tensor<f16>) -> tensor<7xf16>
  %expected = stablehlo.constant dense<[2.0, 1.0, 2.0, 2.0, 2.0, 3.0, 2.0]> : tensor<7xf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<7xf16>, tensor<7xf16>) -> ()
  return
}

// -----

// element_type_f32: elements of type f32
//   pad: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %padding_value = stablehlo.constant dense<2.0> : tensor<f32>
  %result = "stablehlo.pad"(%operand, %padding_value) {
    edge_padding_low = array<i64: 1>,
    edge_padding_high = array<i64: -1>,
    interior_padding = array<i64: 1>
  } : (tensor<4xf32>, tensor<f32>) -> tensor<7xf32>
  %expected = stablehlo.constant dense<[2.0, 1.0, 2.0, 2.0, 2.0, 3.0, 2.0]> : tensor<7xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<7xf32>, tensor<7xf32>) -> ()
  return
}

// -----

// element_type_f64: elements of type f64
//   pad: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64>
  %padding_value = stablehlo.constant dense<2.0> : tensor<f64>
  %result = "stablehlo.pad"(%operand, %padding_value) {
    edge_padding_low = array<i64: 1>,
    edge_padding_high = array<i64: -1>,
    interior_padding = array<i64: 1>
  } : (tensor<4xf64>, tensor<f64>) -> tensor<7xf64>
  %expected = stablehlo.constant dense<[2.0, 1.0, 2.0, 2.0, 2.0, 3.0, 2.0]> : tensor<7xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<7xf64>, tensor<7xf64>) -> ()
  return
}

// -----

// element_type_complex_f32: elements of type complex<f32>
//   pad: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[(1.0, 0.0), (2.0, 0.0), (3.0, 0.0), (4.0, 0.0)]> : tensor<4xcomplex<f32>>
  %padding_value = stablehlo.constant dense<(2.0, 0.0)> : tensor<complex<f32>>
  %result = "stablehlo.pad"(%operand, %padding_value) {
    edge_padding_low = array<i64: 1>,
    edge_padding_high = array<i64: -1>,
    interior_padding = array<i64: 1>
  } : (tensor<4xcomplex<f32>>, tensor<complex<f32>>) -> tensor<7xcomplex<f32>>
  %expected = stablehlo.constant dense<[(2.0, 0.0), (1.0, 0.0), (2.0, 0.0), (2.0, 0.0), (2.0, 0.0), (3.0, 0.0), (2.0, 0.0)]> : tensor<7xcomplex<f32>>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<7xcomplex<f32>>, tensor<7xcomplex<f32>>) -> ()
  return
}
