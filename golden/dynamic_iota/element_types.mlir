// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_i8: elements of type i8
//   dynamic_iota: This operation is functionally identical to iota op, but the result shape is specified
//     dynamically via output_shape.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %output_shape = stablehlo.constant dense<[4]> : tensor<1xi32>
  %result = "stablehlo.dynamic_iota"(%output_shape) {
    iota_dimension = 0 : i64
  } : (tensor<1xi32>) -> tensor<4xi8>
  %expected = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xi8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi8>, tensor<4xi8>) -> ()
  return
}

// -----

// element_type_ui64: elements of type ui64
//   dynamic_iota: This operation is functionally identical to iota op, but the result shape is specified
//     dynamically via output_shape.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %output_shape = stablehlo.constant dense<[4]> : tensor<1xi32>
  %result = "stablehlo.dynamic_iota"(%output_shape) {
    iota_dimension = 0 : i64
  } : (tensor<1xi32>) -> tensor<4xui64>
  %expected = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xui64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xui64>, tensor<4xui64>) -> ()
  return
}

// -----

// element_type_bf16: elements of type bf16
//   dynamic_iota: This operation is functionally identical to iota op, but the result shape is specified
//     dynamically via output_shape.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %output_shape = stablehlo.constant dense<[4]> : tensor<1xi32>
  %result = "stablehlo.dynamic_iota"(%output_shape) {
    iota_dimension = 0 : i64
  } : (tensor<1xi32>) -> tensor<4xbf16>
  %expected = stablehlo.constant dense<[0.0, 1.0, 2.0, 3.0]> : tensor<4xbf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xbf16>, tensor<4xbf16>) -> ()
  return
}

// -----

// element_type_f32: elements of type f32
//   dynamic_iota: This operation is functionally identical to iota op, but the result shape is specified
//     dynamically via output_shape.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %output_shape = stablehlo.constant dense<[4]> : tensor<1xi32>
  %result = "stablehlo.dynamic_iota"(%output_shape) {
    iota_dimension = 0 : i64
  } : (tensor<1xi32>) -> tensor<4xf32>
  %expected = stablehlo.constant dense<[0.0, 1.0, 2.0, 3.0]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}

// -----

// element_type_complex_f32: elements of type complex<f32>
//   dynamic_iota: This operation is functionally identical to iota op, but the result shape is specified
//     dynamically via output_shape.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %output_shape = stablehlo.constant dense<[4]> : tensor<1xi32>
  %result = "stablehlo.dynamic_iota"(%output_shape) {
    iota_dimension = 0 : i64
  } : (tensor<1xi32>) -> tensor<4xcomplex<f32>>
  %expected = stablehlo.constant dense<[(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (3.0, 0.0)]> : tensor<4xcomplex<f32>>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> ()
  return
}
