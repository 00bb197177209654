// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_i1: elements of type i1
//   constant: Produces an output tensor from a constant value.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %result = "stablehlo.constant"() {
    value = dense<[true, false]> : tensor<2xi1>
  } : () -> tensor<2xi1>
  %expected = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xi1>, tensor<2xi1>) -> ()
  return
}

// -----

// element_type_i4: elements of type i4
//   constant: Produces an output tensor from a constant value.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %result = "stablehlo.constant"() {
    value = dense<[3, -8]> : tensor<2xi4>
  } : () -> tensor<2xi4>
  %expected = stablehlo.constant dense<[3, -8]> : tensor<2xi4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xi4>, tensor<2xi4>) -> ()
  return
}

// -----

// element_type_ui8: elements of type ui8
//   constant: Produces an output tensor from a constant value.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %result = "stablehlo.constant"() {
    value = dense<[103, 0]> : tensor<2xui8>
  } : () -> tensor<2xui8>
  %expected = stablehlo.constant dense<[103, 0]> : tensor<2xui8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xui8>, tensor<2xui8>) -> ()
  return
}

// -----

// element_type_i64: elements of type i64
//   constant: Produces an output tensor from a constant value.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %result = "stablehlo.constant"() {
    value = dense<[3689348814741910323, -9223372036854775808]> : tensor<2xi64>
  } : () -> tensor<2xi64>
  %expected = stablehlo.constant dense<[3689348814741910323, -9223372036854775808]> : tensor<2xi64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xi64>, tensor<2xi64>) -> ()
  return
}

// -----

// element_type_f8E4M3FN: elements of type f8E4M3FN
//   constant: Produces an output tensor from a constant value.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %result = "stablehlo.constant"() {
    value = dense<[1.125, 0x80]> : tensor<2xf8E4M3FN>
  } : () -> tensor<2xf8E4M3FN>
  %expected = stablehlo.constant dense<[1.125, 0x80]> : tensor<2xf8E4M3FN>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xf8E4M3FN>, tensor<2xf8E4M3FN>) -> ()
  return
}

// -----

// element_type_bf16: elements of type bf16
//   constant: Produces an output tensor from a constant value.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %result = "stablehlo.constant"() {
    value = dense<[1.0078125, 0x8000]> : tensor<2xbf16>
  } : () -> tensor<2xbf16>
  %expected = stablehlo.constant dense<[1.0078125, 0x8000]> : tensor<2xbf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xbf16>, tensor<2xbf16>) -> ()
  return
}

// -----

// element_type_f16: elements of type f16
//   constant: Produces an output tensor from a constant value.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %result = "stablehlo.constant"() {
    value = dense<[1.0009765625, 0x8000]> : tensor<2xf16>
  } : () -> tensor<2xf16>
  %expected = stablehlo.constant dense<[1.0009765625, 0x8000]> : tensor<2xf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xf16>, tensor<2xf16>) -> ()
  return
}

// -----

// element_type_f32: elements of type f32
//   constant: Produces an output tensor from a constant value.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %result = "stablehlo.constant"() {
    value = dense<[1.0000001192092896, 0x80000000]> : tensor<2xf32>
  } : () -> tensor<2xf32>
  %expected = stablehlo.constant dense<[1.0000001192092896, 0x80000000]> : tensor<2xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}

// -----

// element_type_f64: elements of type f64
//   constant: Produces an output tensor from a constant value.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %result = "stablehlo.constant"() {
    value = dense<[1.0000000000000002, 0x8000000000000000]> : tensor<2xf64>
  } : () -> tensor<2xf64>
  %expected = stablehlo.constant dense<[1.0000000000000002, 0x8000000000000000]> : tensor<2xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xf64>, tensor<2xf64>) -> ()
  return
}

// -----

// element_type_complex_f32: elements of type complex<f32>
//   constant: Produces an output tensor from a constant value.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %result = "stablehlo.constant"() {
    value = dense<[(1.0000001192092896, -1.0000001192092896), (1.401298464324817e-45, 0x7F800000)]> : tensor<2xcomplex<f32>>
  } : () -> tensor<2xcomplex<f32>>
  %expected = stablehlo.constant dense<[(1.0000001192092896, -1.0000001192092896), (1.401298464324817e-45, 0x7F800000)]> : tensor<2xcomplex<f32>>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> ()
  return
}
