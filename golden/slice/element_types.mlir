// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_i1: elements of type i1
//   slice: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[true, false, true, true]> : tensor<4xi1>
  %result = "stablehlo.slice"(%operand) {
    start_indices = array<i64: 1>,
    limit_indices = array<i64: 4>,
    strides = array<i64: 1>
  } : (tensor<4xi1>) -> tensor<3xi1>
  %expected = stablehlo.constant dense<[false, true, true]> : tensor<3xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi1>, tensor<3xi1>) -> ()
  return
}

// -----

// element_type_i4: elements of type i4
//   slice: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[3, -8, 7, 1]> : tensor<4xi4>
  %result = "stablehlo.slice"(%operand) {
    start_indices = array<i64: 1>,
    limit_indices = array<i64: 4>,
    strides = array<i64: 1>
  } : (tensor<4xi4>) -> tensor<3xi4>
  %expected = stablehlo.constant dense<[-8, 7, 1]> : tensor<3xi4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi4>, tensor<3xi4>) -> ()
  return
}

// -----

// element_type_ui8: elements of type ui8
//   slice: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[103, 0, 255, 36]> : tensor<4xui8>
  %result = "stablehlo.slice"(%operand) {
    start_indices = array<i64: 1>,
    limit_indices = array<i64: 4>,
    strides = array<i64: 1>
  } : (tensor<4xui8>) -> tensor<3xui8>
  %expected = stablehlo.constant dense<[0, 255, 36]> : tensor<3xui8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xui8>, tensor<3xui8>) -> ()
  return
}

// -----

// element_type_i64: elements of type i64
//   slice: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[
      3689348814741910323, -9223372036854775808, 9223372036854775807, 1317624576693539401
    ]> : tensor<4xi64>
  %result = "stablehlo.slice"(%operand) {
    start_indices = array<i64: 1>,
    limit_indices = array<i64: 4>,
    strides = array<i64: 1>
  } : (tensor<4xi64>) -> tensor<3xi64>
  %expected = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807, 1317624576693539401]> : tensor<3xi64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi64>, tensor<3xi64>) -> ()
  return
}

// -----

// element_type_f8E4M3FN: elements of type f8E4M3FN
//   slice: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.125, 0x80, 0x7F, 0.001953125]> : tensor<4xf8E4M3FN>
  %result = "stablehlo.slice"(%operand) {
    start_indices = array<i64: 1>,
    limit_indices = array<i64: 4>,
    strides = array<i64: 1>
  } : (tensor<4xf8E4M3FN>) -> tensor<3xf8E4M3FN>
  %result_bits = stablehlo.bitcast_convert %result : (tensor<3xf8E4M3FN>) -> tensor<3xui8>
  %expected = stablehlo.constant dense<[128, 127, 1]> : tensor<3xui8>
  stablehlo.custom_call @check.expect_eq(%result_bits, %expected) {has_side_effect = true} : (tensor<3xui8>, tensor<3xui8>) -> ()
  return
}

// -----

// element_type_bf16: elements of type bf16
//   slice: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0078125, 0x8000, 0x7FC0, 9.183549615799121e-41]> : tensor<4xbf16>
  %result = "stablehlo.slice"(%operand) {
    start_indices = array<i64: 1>,
    limit_indices = array<i64: 4>,
    strides = array<i64: 1>
  } : (tensor<4xbf16>) -> tensor<3xbf16>
  %result_bits = stablehlo.bitcast_convert %result : (tensor<3xbf16>) -> tensor<3xui16>
  %expected = stablehlo.constant dense<[32768, 32704, 1]> : tensor<3xui16>
  stablehlo.custom_call @check.expect_eq(%result_bits, %expected) {has_side_effect = true} : (tensor<3xui16>, tensor<3xui16>) -> ()
  return
}

// -----

// element_type_f16: elements of type f16
//   slice: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0009765625, 0x8000, 0x7E00, 5.960464477539063e-08]> : tensor<4xf16>
  %result = "stablehlo.slice"(%operand) {
    start_indices = array<i64: 1>,
    limit_indices = array<i64: 4>,
    strides = array<i64: 1>
  } : (tensor<4xf16>) -> tensor<3xf16>
  %result_bits = stablehlo.bitcast_convert %result : (tensor<3xf16>) -> tensor<3xui16>
  %expected = stablehlo.constant dense<[32768, 32256, 1]> : tensor<3xui16>
  stablehlo.custom_call @check.expect_eq(%result_bits, %expected) {has_side_effect = true} : (tensor<3xui16>, tensor<3xui16>) -> ()
  return
}

// -----

// element_type_f32: elements of type f32
//   slice: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0000001192092896, 0x80000000, 0x7FC00000, 1.401298464324817e-45]> : tensor<4xf32>
  %result = "stablehlo.slice"(%operand) {
    start_indices = array<i64: 1>,
    limit_indices = array<i64: 4>,
    strides = array<i64: 1>
  } : (tensor<4xf32>) -> tensor<3xf32>
  %result_bits = stablehlo.bitcast_convert %result : (tensor<3xf32>) -> tensor<3xui32>
  %expected = stablehlo.constant dense<[2147483648, 2143289344, 1]> : tensor<3xui32>
  stablehlo.custom_call @check.expect_eq(%result_bits, %expected) {has_side_effect = true} : (tensor<3xui32>, tensor<3xui32>) -> ()
  return
}

// -----

// element_type_f64: elements of type f64
//   slice: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0000000000000002, 0x8000000000000000, 0x7FF8000000000000, 5.0e-324]> : tensor<4xf64>
  %result = "stablehlo.slice"(%operand) {
    start_indices = array<i64: 1>,
    limit_indices = array<i64: 4>,
    strides = array<i64: 1>
  } : (tensor<4xf64>) -> tensor<3xf64>
  %result_bits = stablehlo.bitcast_convert %result : (tensor<3xf64>) -> tensor<3xui64>
  %expected = stablehlo.constant dense<[9223372036854775808, 9221120237041090560, 1]> : tensor<3xui64>
  stablehlo.custom_call @check.expect_eq(%result_bits, %expected) {has_side_effect = true} : (tensor<3xui64>, tensor<3xui64>) -> ()
  return
}

// -----

// element_type_complex_f32: elements of type complex<f32>
//   slice: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[
      (1.0000001192092896, -1.0000001192092896), (1.401298464324817e-45, 0x7F800000), (0.0, 1.0), (-2.0, 0.0)
    ]> : tensor<4xcomplex<f32>>
  %result = "stablehlo.slice"(%operand) {
    start_indices = array<i64: 1>,
    limit_indices = array<i64: 4>,
    strides = array<i64: 1>
  } : (tensor<4xcomplex<f32>>) -> tensor<3xcomplex<f32>>
  %expected = stablehlo.constant dense<[(1.401298464324817e-45, 0x7F800000), (0.0, 1.0), (-2.0, 0.0)]> : tensor<3xcomplex<f32>>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> ()
  return
}

// -----

// element_type_i16: elements of type i16
//   slice: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[13107, -32768, 32767, 4681]> : tensor<4xi16>
  %result = "stablehlo.slice"(%operand) {
    start_indices = array<i64: 1>,
    limit_indices = array<i64: 4>,
    strides = array<i64: 1>
  } : (tensor<4xi16>) -> tensor<3xi16>
  %expected = stablehlo.constant dense<[-32768, 32767, 4681]> : tensor<3xi16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi16>, tensor<3xi16>) -> ()
  return
}

// -----

// element_type_i32: elements of type i32
//   slice: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[858993459, -2147483648, 2147483647, 306783378]> : tensor<4xi32>
  %result = "stablehlo.slice"(%operand) {
    start_indices = array<i64: 1>,
    limit_indices = array<i64: 4>,
    strides = array<i64: 1>
  } : (tensor<4xi32>) -> tensor<3xi32>
  %expected = stablehlo.constant dense<[-2147483648, 2147483647, 306783378]> : tensor<3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  return
}

// -----

// element_type_ui32: elements of type ui32
//   slice: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1717986919, 0, 4294967295, 613566756]> : tensor<4xui32>
  %result = "stablehlo.slice"(%operand) {
    start_indices = array<i64: 1>,
    limit_indices = array<i64: 4>,
    strides = array<i64: 1>
  } : (tensor<4xui32>) -> tensor<3xui32>
  %expected = stablehlo.constant dense<[0, 4294967295, 613566756]> : tensor<3xui32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xui32>, tensor<3xui32>) -> ()
  return
}

// -----

// element_type_ui64: elements of type ui64
//   slice: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[7378697629483820647, 0, 18446744073709551615, 2635249153387078802]> : tensor<4xui64>
  %result = "stablehlo.slice"(%operand) {
    start_indices = array<i64: 1>,
    limit_indices = array<i64: 4>,
    strides = array<i64: 1>
  } : (tensor<4xui64>) -> tensor<3xui64>
  %expected = stablehlo.constant dense<[0, 18446744073709551615, 2635249153387078802]> : tensor<3xui64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xui64>, tensor<3xui64>) -> ()
  return
}

// -----

// element_type_complex_f64: elements of type complex<f64>
//   slice: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[
      (1.0000000000000002, -1.0000000000000002), (5.0e-324, 0x7FF0000000000000), (0.0, 1.0), (-2.0, 0.0)
    ]> : tensor<4xcomplex<f64>>
  %result = "stablehlo.slice"(%operand) {
    start_indices = array<i64: 1>,
    limit_indices = array<i64: 4>,
    strides = array<i64: 1>
  } : (tensor<4xcomplex<f64>>) -> tensor<3xcomplex<f64>>
  %expected = stablehlo.constant dense<[(5.0e-324, 0x7FF0000000000000), (0.0, 1.0), (-2.0, 0.0)]> : tensor<3xcomplex<f64>>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>) -> ()
  return
}
