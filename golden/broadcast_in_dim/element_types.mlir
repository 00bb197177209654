// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_i1: elements of type i1
//   broadcast_in_dim: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<false> : tensor<i1>
  %result = "stablehlo.broadcast_in_dim"(%operand) {
    broadcast_dimensions = array<i64>
  } : (tensor<i1>) -> tensor<3xi1>
  %expected = stablehlo.constant dense<false> : tensor<3xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi1>, tensor<3xi1>) -> ()
  return
}

// -----

// element_type_i4: elements of type i4
//   broadcast_in_dim: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<2> : tensor<i4>
  %result = "stablehlo.broadcast_in_dim"(%operand) {
    broadcast_dimensions = array<i64>
  } : (tensor<i4>) -> tensor<3xi4>
  %expected = stablehlo.constant dense<2> : tensor<3xi4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi4>, tensor<3xi4>) -> ()
  return
}

// -----

// element_type_ui8: elements of type ui8
//   broadcast_in_dim: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<2> : tensor<ui8>
  %result = "stablehlo.broadcast_in_dim"(%operand) {
    broadcast_dimensions = array<i64>
  } : (tensor<ui8>) -> tensor<3xui8>
  %expected = stablehlo.constant dense<2> : tensor<3xui8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xui8>, tensor<3xui8>) -> ()
  return
}

// -----

// element_type_i64: elements of type i64
//   broadcast_in_dim: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<2> : tensor<i64>
  %result = "stablehlo.broadcast_in_dim"(%operand) {
    broadcast_dimensions = array<i64>
  } : (tensor<i64>) -> tensor<3xi64>
  %expected = stablehlo.constant dense<2> : tensor<3xi64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi64>, tensor<3xi64>) -> ()
  return
}

// -----

// element_type_f8E4M3FN: elements of type f8E4M3FN
//   broadcast_in_dim: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<2.0> : tensor<f8E4M3FN>
  %result = "stablehlo.broadcast_in_dim"(%operand) {
    broadcast_dimensions = array<i64>
  } : (tensor<f8E4M3FN>) -> tensor<3xf8E4M3FN>
  %expected = stablehlo.constant dense<2.0> : tensor<3xf8E4M3FN>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xf8E4M3FN>, tensor<3xf8E4M3FN>) -> ()
  return
}

// -----

// element_type_bf16: elements of type bf16
//   broadcast_in_dim: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<2.0> : tensor<bf16>
  %result = "stablehlo.broadcast_in_dim"(%operand) {
    broadcast_dimensions = array<i64>
  } : (tensor<bf16>) -> tensor<3xbf16>
  %expected = stablehlo.constant dense<2.0> : tensor<3xbf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xbf16>, tensor<3xbf16>) -> ()
  return
}

// -----

// element_type_f16: elements of type f16
//   broadcast_in_dim: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<2.0> : tensor<f16>
  %result = "stablehlo.broadcast_in_dim"(%operand) {
    broadcast_dimensions = array<i64>
  } : (tensor<f16>) -> tensor<3xf16>
  %expected = stablehlo.constant dense<2.0> : tensor<3xf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xf16>, tensor<3xf16>) -> ()
  return
}

// -----

// element_type_f32: elements of type f32
//   broadcast_in_dim: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<2.0> : tensor<f32>
  %result = "stablehlo.broadcast_in_dim"(%operand) {
    broadcast_dimensions = array<i64>
  } : (tensor<f32>) -> tensor<3xf32>
  %expected = stablehlo.constant dense<2.0> : tensor<3xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
  return
}

// -----

// element_type_f64: elements of type f64
//   broadcast_in_dim: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<2.0> : tensor<f64>
  %result = "stablehlo.broadcast_in_dim"(%operand) {
    broadcast_dimensions = array<i64>
  } : (tensor<f64>) -> tensor<3xf64>
  %expected = stablehlo.constant dense<2.0> : tensor<3xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xf64>, tensor<3xf64>) -> ()
  return
}

// -----

// element_type_complex_f32: elements of type complex<f32>
//   broadcast_in_dim: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<(2.0, 0.0)> : tensor<complex<f32>>
  %result = "stablehlo.broadcast_in_dim"(%operand) {
    broadcast_dimensions = array<i64>
  } : (tensor<complex<f32>>) -> tensor<3xcomplex<f32>>
  %expected = stablehlo.constant dense<(2.0, 0.0)> : tensor<3xcomplex<f32>>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> ()
  return
}
