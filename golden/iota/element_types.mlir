// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_i8: elements of type i8
//   iota: Fills an output tensor with values in increasing order starting from zero along the iota_dimension.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %result = "stablehlo.iota"() {
    iota_dimension = 0 : i64
  } : () -> tensor<4xi8>
  %expected = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xi8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi8>, tensor<4xi8>) -> ()
  return
}

// -----

// element_type_ui64: elements of type ui64
//   iota: Fills an output tensor with values in increasing order starting from zero along the iota_dimension.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %result = "stablehlo.iota"() {
    iota_dimension = 0 : i64
  } : () -> tensor<4xui64>
  %expected = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xui64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xui64>, tensor<4xui64>) -> ()
  return
}

// -----

// element_type_bf16: elements of type bf16
//   iota: Fills an output tensor with values in increasing order starting from zero along the iota_dimension.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %result = "stablehlo.iota"() {
    iota_dimension = 0 : i64
  } : () -> tensor<4xbf16>
  %expected = stablehlo.constant dense<[0.0, 1.0, 2.0, 3.0]> : tensor<4xbf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xbf16>, tensor<4xbf16>) -> ()
  return
}

// -----

// element_type_f32: elements of type f32
//   iota: Fills an output tensor with values in increasing order starting from zero along the iota_dimension.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %result = "stablehlo.iota"() {
    iota_dimension = 0 : i64
  } : () -> tensor<4xf32>
  %expected = stablehlo.constant dense<[0.0, 1.0, 2.0, 3.0]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}

// -----

// element_type_complex_f32: elements of type complex<f32>
//   iota: Fills an output tensor with values in increasing order starting from zero along the iota_dimension.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %result = "stablehlo.iota"() {
    iota_dimension = 0 : i64
  } : () -> tensor<4xcomplex<f32>>
  %expected = stablehlo.constant dense<[(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (3.0, 0.0)]> : tensor<4xcomplex<f32>>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> ()
  return
}
