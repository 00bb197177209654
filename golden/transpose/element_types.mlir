// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_i1: elements of type i1
//   transpose: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[true, false], [true, true]]> : tensor<2x2xi1>
  %result = "stablehlo.transpose"(%operand) {
    permutation = array<i64: 1, 0>
  } : (tensor<2x2xi1>) -> tensor<2x2xi1>
  %expected = stablehlo.constant dense<[[true, true], [false, true]]> : tensor<2x2xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x2xi1>, tensor<2x2xi1>) -> ()
  return
}

// -----

// element_type_i4: elements of type i4
//   transpose: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi4>
  %result = "stablehlo.transpose"(%operand) {
    permutation = array<i64: 1, 0>
  } : (tensor<2x2xi4>) -> tensor<2x2xi4>
  %expected = stablehlo.constant dense<[[1, 3], [2, 4]]> : tensor<2x2xi4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x2xi4>, tensor<2x2xi4>) -> ()
  return
}

// -----

// element_type_ui8: elements of type ui8
//   transpose: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xui8>
  %result = "stablehlo.transpose"(%operand) {
    permutation = array<i64: 1, 0>
  } : (tensor<2x2xui8>) -> tensor<2x2xui8>
  %expected = stablehlo.constant dense<[[1, 3], [2, 4]]> : tensor<2x2xui8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x2xui8>, tensor<2x2xui8>) -> ()
  return
}

// -----

// element_type_i64: elements of type i64
//   transpose: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  %result = "stablehlo.transpose"(%operand) {
    permutation = array<i64: 1, 0>
  } : (tensor<2x2xi64>) -> tensor<2x2xi64>
  %expected = stablehlo.constant dense<[[1, 3], [2, 4]]> : tensor<2x2xi64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x2xi64>, tensor<2x2xi64>) -> ()
  return
}

// -----

// element_type_f8E4M3FN: elements of type f8E4M3FN
//   transpose: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf8E4M3FN>
  %result = "stablehlo.transpose"(%operand) {
    permutation = array<i64: 1, 0>
  } : (tensor<2x2xf8E4M3FN>) -> tensor<2x2xf8E4M3FN>
  %expected = stablehlo.constant dense<[[1.0, 3.0], [2.0, 4.0]]> : tensor<2x2xf8E4M3FN>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x2xf8E4M3FN>, tensor<2x2xf8E4M3FN>) -> ()
  return
}

// -----

// element_type_bf16: elements of type bf16
//   transpose: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xbf16>
  %result = "stablehlo.transpose"(%operand) {
    permutation = array<i64: 1, 0>
  } : (tensor<2x2xbf16>) -> tensor<2x2xbf16>
  %expected = stablehlo.constant dense<[[1.0, 3.0], [2.0, 4.0]]> : tensor<2x2xbf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x2xbf16>, tensor<2x2xbf16>) -> ()
  return
}

// -----

// element_type_f16: elements of type f16
//   transpose: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf16>
  %result = "stablehlo.transpose"(%operand) {
    permutation = array<i64: 1, 0>
  } : (tensor<2x2xf16>) -> tensor<2x2xf16>
  %expected = stablehlo.constant dense<[[1.0, 3.0], [2.0, 4.0]]> : tensor<2x2xf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x2xf16>, tensor<2x2xf16>) -> ()
  return
}

// -----

// element_type_f32: elements of type f32
//   transpose: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %result = "stablehlo.transpose"(%operand) {
    permutation = array<i64: 1, 0>
  } : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %expected = stablehlo.constant dense<[[1.0, 3.0], [2.0, 4.0]]> : tensor<2x2xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x2xf32>, tensor<2x2xf32>) -> ()
  return
}

// -----

// element_type_f64: elements of type f64
//   transpose: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf64>
  %result = "stablehlo.transpose"(%operand) {
    permutation = array<i64: 1, 0>
  } : (tensor<2x2xf64>) -> tensor<2x2xf64>
  %expected = stablehlo.constant dense<[[1.0, 3.0], [2.0, 4.0]]> : tensor<2x2xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x2xf64>, tensor<2x2xf64>) -> ()
  return
}

// -----

// element_type_complex_f32: elements of type complex<f32>
//   transpose: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[(1.0, 0.0), (2.0, 0.0)], [(3.0, 0.0), (4.0, 0.0)]]> : tensor<2x2xcomplex<f32>>
  %result = "stablehlo.transpose"(%operand) {
    permutation = array<i64: 1, 0>
  } : (tensor<2x2xcomplex<f32>>) -> tensor<2x2xcomplex<f32>>
  %expected = stablehlo.constant dense<[[(1.0, 0.0), (3.0, 0.0)], [(2.0, 0.0), (4.0, 0.0)]]> : tensor<2x2xcomplex<f32>>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x2xcomplex<f32>>, tensor<2x2xcomplex<f32>>) -> ()
  return
}
