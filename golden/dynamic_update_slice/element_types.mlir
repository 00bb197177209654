// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_i1: elements of type i1
//   dynamic_update_slice: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[true, false, true, true]> : tensor<4xi1>
  %update = stablehlo.constant dense<[false]> : tensor<1xi1>
  %start_indices = stablehlo.constant dense<2> : tensor<i32>
  %result = "stablehlo.dynamic_update_slice"(%operand, %update, %start_indices) : (tensor<4xi1>, tensor<1xi1>, tensor<i32>) -> tensor<4xi1>
  %expected = stablehlo.constant dense<[true, false, false, true]> : tensor<4xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
  return
}

// -----

// element_type_i4: elements of type i4
//   dynamic_update_slice: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi4>
  %update = stablehlo.constant dense<[2]> : tensor<1xi4>
  %start_indices = stablehlo.constant dense<2> : tensor<i32>
  %result = "stablehlo.dynamic_update_slice"(%operand, %update, %start_indices) : (tensor<4xi4>, tensor<1xi4>, tensor<i32>) -> tensor<4xi4>
  %expected = stablehlo.constant dense<[1, 2, 2, 4]> : tensor<4xi4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi4>, tensor<4xi4>) -> ()
  return
}

// -----

// element_type_ui8: elements of type ui8
//   dynamic_update_slice: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xui8>
  %update = stablehlo.constant dense<[2]> : tensor<1xui8>
  %start_indices = stablehlo.constant dense<2> : tensor<i32>
  %result = "stablehlo.dynamic_update_slice"(%operand, %update, %start_indices) : (tensor<4xui8>, tensor<1xui8>, tensor<i32>) -> tensor<4xui8>
  %expected = stablehlo.constant dense<[1, 2, 2, 4]> : tensor<4xui8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xui8>, tensor<4xui8>) -> ()
  return
}

// -----

// element_type_i64: elements of type i64
//   dynamic_update_slice: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi64>
  %update = stablehlo.constant dense<[2]> : tensor<1xi64>
  %start_indices = stablehlo.constant dense<2> : tensor<i32>
  %result = "stablehlo.dynamic_update_slice"(%operand, %update, %start_indices) : (tensor<4xi64>, tensor<1xi64>, tensor<i32>) -> tensor<4xi64>
  %expected = stablehlo.constant dense<[1, 2, 2, 4]> : tensor<4xi64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
  return
}

// -----

// element_type_f8E4M3FN: elements of type f8E4M3FN
//   dynamic_update_slice: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf8E4M3FN>
  %update = stablehlo.constant dense<[2.0]> : tensor<1xf8E4M3FN>
  %start_indices = stablehlo.constant dense<2> : tensor<i32>
  %result = "stablehlo.dynamic_update_slice"(%operand, %update, %start_indices) : (tensor<4xf8E4M3FN>, tensor<1xf8E4M3FN>, tensor<i32>) -> tensor<4xf8E4M3FN>
  %expected = stablehlo.constant dense<[1.0, 2.0, 2.0, 4.0]> : tensor<4xf8E4M3FN>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf8E4M3FN>, tensor<4xf8E4M3FN>) -> ()
  return
}

// -----

// element_type_bf16: elements of type bf16
//   dynamic_update_slice: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xbf16>
  %update = stablehlo.constant dense<[2.0]> : tensor<1xbf16>
  %start_indices = stablehlo.constant dense<2> : tensor<i32>
  %result = "stablehlo.dynamic_update_slice"(%operand, %update, %start_indices) : (tensor<4xbf16>, tensor<1xbf16>, tensor<i32>) -> tensor<4xbf16>
  %expected = stablehlo.constant dense<[1.0, 2.0, 2.0, 4.0]> : tensor<4xbf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xbf16>, tensor<4xbf16>) -> ()
  return
}

// -----

// element_type_f16: elements of type f16
//   dynamic_update_slice: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf16>
  %update = stablehlo.constant dense<[2.0]> : tensor<1xf16>
  %start_indices = stablehlo.constant dense<2> : tensor<i32>
  %result = "stablehlo.dynamic_update_slice"(%operand, %update, %start_indices) : (tensor<4xf16>, tensor<1xf16>, tensor<i32>) -> tensor<4xf16>
  %expected = stablehlo.constant dense<[1.0, 2.0, 2.0, 4.0]> : tensor<4xf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf16>, tensor<4xf16>) -> ()
  return
}

// -----

// element_type_f32: elements of type f32
//   dynamic_update_slice: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %update = stablehlo.constant dense<[2.0]> : tensor<1xf32>
  %start_indices = stablehlo.constant dense<2> : tensor<i32>
  %result = "stablehlo.dynamic_update_slice"(%operand, %update, %start_indices) : (tensor<4xf32>, tensor<1xf32>, tensor<i32>) -> tensor<4xf32>
  %expected = stablehlo.constant dense<[1.0, 2.0, 2.0, 4.0]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}

// -----

// element_type_f64: elements of type f64
//   dynamic_update_slice: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64>
  %update = stablehlo.constant dense<[2.0]> : tensor<1xf64>
  %start_indices = stablehlo.constant dense<2> : tensor<i32>
  %result = "stablehlo.dynamic_update_slice"(%operand, %update, %start_indices) : (tensor<4xf64>, tensor<1xf64>, tensor<i32>) -> tensor<4xf64>
  %expected = stablehlo.constant dense<[1.0, 2.0, 2.0, 4.0]> : tensor<4xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf64>, tensor<4xf64>) -> ()
  return
}

// -----

// element_type_complex_f32: elements of type complex<f32>
//   dynamic_update_slice: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[(1.0, 0.0), (2.0, 0.0), (3.0, 0.0), (4.0, 0.0)]> : tensor<4xcomplex<f32>>
  %update = stablehlo.constant dense<[(2.0, 0.0)]> : tensor<1xcomplex<f32>>
  %start_indices = stablehlo.constant dense<2> : tensor<i32>
  %result = "stablehlo.dynamic_update_slice"(%operand, %update, %start_indices) : (tensor<4xcomplex<f32>>, tensor<1xcomplex<f32>>, tensor<i32>) -> tensor<4xcomplex<f32>>
  %expected = stablehlo.constant dense<[(1.0, 0.0), (2.0, 0.0), (2.0, 0.0), (4.0, 0.0)]> : tensor<4xcomplex<f32>>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> ()
  return
}
