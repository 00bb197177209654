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
    edge_padding_high = array<i64: 1>,
    interior_padding = array<i64: 1>
  } : (tensor<4xi1>, tensor<i1>) -> tensor<9xi1>
  %expected = stablehlo.constant dense<[false, true, false, false, false, true, false, true, false]> : tensor<9xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<9xi1>, tensor<9xi1>) -> ()
  return
}

// -----

// element_type_i4: elements of type i4
//   pad: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[3, -8, 7, 1]> : tensor<4xi4>
  %padding_value = stablehlo.constant dense<-8> : tensor<i4>
  %result = "stablehlo.pad"(%operand, %padding_value) {
    edge_padding_low = array<i64: 1>,
    edge_padding_high = array<i64: 1>,
    interior_padding = array<i64: 1>
  } : (tensor<4xi4>, tensor<i4>) -> tensor<9xi4>
  %expected = stablehlo.constant dense<[-8, 3, -8, -8, -8, 7, -8, 1, -8]> : tensor<9xi4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<9xi4>, tensor<9xi4>) -> ()
  return
}

// -----

// element_type_ui8: elements of type ui8
//   pad: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[103, 0, 255, 36]> : tensor<4xui8>
  %padding_value = stablehlo.constant dense<0> : tensor<ui8>
  %result = "stablehlo.pad"(%operand, %padding_value) {
    edge_padding_low = array<i64: 1>,
    edge_padding_high = array<i64: 1>,
    interior_padding = array<i64: 1>
  } : (tensor<4xui8>, tensor<ui8>) -> tensor<9xui8>
  %expected = stablehlo.constant dense<[0, 103, 0, 0, 0, 255, 0, 36, 0]> : tensor<9xui8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<9xui8>, tensor<9xui8>) -> ()
  return
}

// -----

// element_type_i64: elements of type i64
//   pad: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[
      3689348814741910323, -9223372036854775808, 9223372036854775807, 1317624576693539401
    ]> : tensor<4xi64>
  %padding_value = stablehlo.constant dense<-9223372036854775808> : tensor<i64>
  %result = "stablehlo.pad"(%operand, %padding_value) {
    edge_padding_low = array<i64: 1>,
    edge_padding_high = array<i64: 1>,
    interior_padding = array<i64: 1>
  } : (tensor<4xi64>, tensor<i64>) -> tensor<9xi64>
  %expected = stablehlo.constant dense<[
      -9223372036854775808, 3689348814741910323, -9223372036854775808, -9223372036854775808, -9223372036854775808,
      9223372036854775807, -9223372036854775808, 1317624576693539401, -9223372036854775808
    ]> : tensor<9xi64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<9xi64>, tensor<9xi64>) -> ()
  return
}

// -----

// element_type_f8E4M3FN: elements of type f8E4M3FN
//   pad: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.125, 0x80, 0x7F, 0.001953125]> : tensor<4xf8E4M3FN>
  %padding_value = stablehlo.constant dense<0x80> : tensor<f8E4M3FN>
  %result = "stablehlo.pad"(%operand, %padding_value) {
    edge_padding_low = array<i64: 1>,
    edge_padding_high = array<i64: 1>,
    interior_padding = array<i64: 1>
  } : (tensor<4xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<9xf8E4M3FN>
  %result_bits = stablehlo.bitcast_convert %result : (tensor<9xf8E4M3FN>) -> tensor<9xui8>
  %expected = stablehlo.constant dense<[128, 57, 128, 128, 128, 127, 128, 1, 128]> : tensor<9xui8>
  stablehlo.custom_call @check.expect_eq(%result_bits, %expected) {has_side_effect = true} : (tensor<9xui8>, tensor<9xui8>) -> ()
  return
}

// -----

// element_type_bf16: elements of type bf16
//   pad: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0078125, 0x8000, 0x7FC0, 9.183549615799121e-41]> : tensor<4xbf16>
  %padding_value = stablehlo.constant dense<0x8000> : tensor<bf16>
  %result = "stablehlo.pad"(%operand, %padding_value) {
    edge_padding_low = array<i64: 1>,
    edge_padding_high = array<i64: 1>,
    interior_padding = array<i64: 1>
  } : (tensor<4xbf16>, tensor<bf16>) -> tensor<9xbf16>
  %result_bits = stablehlo.bitcast_convert %result : (tensor<9xbf16>) -> tensor<9xui16>
  %expected = stablehlo.constant dense<[32768, 16257, 32768, 32768, 32768, 32704, 32768, 1, 32768]> : tensor<9xui16>
  stablehlo.custom_call @check.expect_eq(%result_bits, %expected) {has_side_effect = true} : (tensor<9xui16>, tensor<9xui16>) -> ()
  return
}

// -----

// element_type_f16: elements of type f16
//   pad: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0009765625, 0x8000, 0x7E00, 5.960464477539063e-08]> : tensor<4xf16>
  %padding_value = stablehlo.constant dense<0x8000> : tensor<f16>
  %result = "stablehlo.pad"(%operand, %padding_value) {
    edge_padding_low = array<i64: 1>,
    edge_padding_high = array<i64: 1>,
    interior_padding = array<i64: 1>
  } : (tensor<4xf16>, tensor<f16>) -> tensor<9xf16>
  %result_bits = stablehlo.bitcast_convert %result : (tensor<9xf16>) -> tensor<9xui16>
  %expected = stablehlo.constant dense<[32768, 15361, 32768, 32768, 32768, 32256, 32768, 1, 32768]> : tensor<9xui16>
  stablehlo.custom_call @check.expect_eq(%result_bits, %expected) {has_side_effect = true} : (tensor<9xui16>, tensor<9xui16>) -> ()
  return
}

// -----

// element_type_f32: elements of type f32
//   pad: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0000001192092896, 0x80000000, 0x7FC00000, 1.401298464324817e-45]> : tensor<4xf32>
  %padding_value = stablehlo.constant dense<0x80000000> : tensor<f32>
  %result = "stablehlo.pad"(%operand, %padding_value) {
    edge_padding_low = array<i64: 1>,
    edge_padding_high = array<i64: 1>,
    interior_padding = array<i64: 1>
  } : (tensor<4xf32>, tensor<f32>) -> tensor<9xf32>
  %result_bits = stablehlo.bitcast_convert %result : (tensor<9xf32>) -> tensor<9xui32>
  %expected = stablehlo.constant dense<[
      2147483648, 1065353217, 2147483648, 2147483648, 2147483648, 2143289344, 2147483648, 1, 2147483648
    ]> : tensor<9xui32>
  stablehlo.custom_call @check.expect_eq(%result_bits, %expected) {has_side_effect = true} : (tensor<9xui32>, tensor<9xui32>) -> ()
  return
}

// -----

// element_type_f64: elements of type f64
//   pad: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0000000000000002, 0x8000000000000000, 0x7FF8000000000000, 5.0e-324]> : tensor<4xf64>
  %padding_value = stablehlo.constant dense<0x8000000000000000> : tensor<f64>
  %result = "stablehlo.pad"(%operand, %padding_value) {
    edge_padding_low = array<i64: 1>,
    edge_padding_high = array<i64: 1>,
    interior_padding = array<i64: 1>
  } : (tensor<4xf64>, tensor<f64>) -> tensor<9xf64>
  %result_bits = stablehlo.bitcast_convert %result : (tensor<9xf64>) -> tensor<9xui64>
  %expected = stablehlo.constant dense<[
      9223372036854775808, 4607182418800017409, 9223372036854775808, 9223372036854775808, 9223372036854775808,
      9221120237041090560, 9223372036854775808, 1, 9223372036854775808
    ]> : tensor<9xui64>
  stablehlo.custom_call @check.expect_eq(%result_bits, %expected) {has_side_effect = true} : (tensor<9xui64>, tensor<9xui64>) -> ()
  return
}

// -----

// element_type_complex_f32: elements of type complex<f32>
//   pad: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[
      (1.0000001192092896, -1.0000001192092896), (1.401298464324817e-45, 0x7F800000), (0.0, 1.0), (-2.0, 0.0)
    ]> : tensor<4xcomplex<f32>>
  %padding_value = stablehlo.constant dense<(1.401298464324817e-45, 0x7F800000)> : tensor<complex<f32>>
  %result = "stablehlo.pad"(%operand, %padding_value) {
    edge_padding_low = array<i64: 1>,
    edge_padding_high = array<i64: 1>,
    interior_padding = array<i64: 1>
  } : (tensor<4xcomplex<f32>>, tensor<complex<f32>>) -> tensor<9xcomplex<f32>>
  %expected = stablehlo.constant dense<[
      (1.401298464324817e-45, 0x7F800000), (1.0000001192092896, -1.0000001192092896), (1.401298464324817e-45,
      0x7F800000), (1.401298464324817e-45, 0x7F800000), (1.401298464324817e-45, 0x7F800000), (0.0, 1.0),
      (1.401298464324817e-45, 0x7F800000), (-2.0, 0.0), (1.401298464324817e-45, 0x7F800000)
    ]> : tensor<9xcomplex<f32>>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<9xcomplex<f32>>, tensor<9xcomplex<f32>>) -> ()
  return
}

// -----

// element_type_i16: elements of type i16
//   pad: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[13107, -32768, 32767, 4681]> : tensor<4xi16>
  %padding_value = stablehlo.constant dense<-32768> : tensor<i16>
  %result = "stablehlo.pad"(%operand, %padding_value) {
    edge_padding_low = array<i64: 1>,
    edge_padding_high = array<i64: 1>,
    interior_padding = array<i64: 1>
  } : (tensor<4xi16>, tensor<i16>) -> tensor<9xi16>
  %expected = stablehlo.constant dense<[-32768, 13107, -32768, -32768, -32768, 32767, -32768, 4681, -32768]> : tensor<9xi16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<9xi16>, tensor<9xi16>) -> ()
  return
}

// -----

// element_type_i32: elements of type i32
//   pad: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[858993459, -2147483648, 2147483647, 306783378]> : tensor<4xi32>
  %padding_value = stablehlo.constant dense<-2147483648> : tensor<i32>
  %result = "stablehlo.pad"(%operand, %padding_value) {
    edge_padding_low = array<i64: 1>,
    edge_padding_high = array<i64: 1>,
    interior_padding = array<i64: 1>
  } : (tensor<4xi32>, tensor<i32>) -> tensor<9xi32>
  %expected = stablehlo.constant dense<[
      -2147483648, 858993459, -2147483648, -2147483648, -2147483648, 2147483647, -2147483648, 306783378, -2147483648
    ]> : tensor<9xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<9xi32>, tensor<9xi32>) -> ()
  return
}

// -----

// element_type_ui32: elements of type ui32
//   pad: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1717986919, 0, 4294967295, 613566756]> : tensor<4xui32>
  %padding_value = stablehlo.constant dense<0> : tensor<ui32>
  %result = "stablehlo.pad"(%operand, %padding_value) {
    edge_padding_low = array<i64: 1>,
    edge_padding_high = array<i64: 1>,
    interior_padding = array<i64: 1>
  } : (tensor<4xui32>, tensor<ui32>) -> tensor<9xui32>
  %expected = stablehlo.constant dense<[0, 1717986919, 0, 0, 0, 4294967295, 0, 613566756, 0]> : tensor<9xui32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<9xui32>, tensor<9xui32>) -> ()
  return
}

// -----

// element_type_ui64: elements of type ui64
//   pad: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[7378697629483820647, 0, 18446744073709551615, 2635249153387078802]> : tensor<4xui64>
  %padding_value = stablehlo.constant dense<0> : tensor<ui64>
  %result = "stablehlo.pad"(%operand, %padding_value) {
    edge_padding_low = array<i64: 1>,
    edge_padding_high = array<i64: 1>,
    interior_padding = array<i64: 1>
  } : (tensor<4xui64>, tensor<ui64>) -> tensor<9xui64>
  %expected = stablehlo.constant dense<[0, 7378697629483820647, 0, 0, 0, 18446744073709551615, 0, 2635249153387078802, 0]> : tensor<9xui64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<9xui64>, tensor<9xui64>) -> ()
  return
}

// -----

// element_type_complex_f64: elements of type complex<f64>
//   pad: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[
      (1.0000000000000002, -1.0000000000000002), (5.0e-324, 0x7FF0000000000000), (0.0, 1.0), (-2.0, 0.0)
    ]> : tensor<4xcomplex<f64>>
  %padding_value = stablehlo.constant dense<(5.0e-324, 0x7FF0000000000000)> : tensor<complex<f64>>
  %result = "stablehlo.pad"(%operand, %padding_value) {
    edge_padding_low = array<i64: 1>,
    edge_padding_high = array<i64: 1>,
    interior_padding = array<i64: 1>
  } : (tensor<4xcomplex<f64>>, tensor<complex<f64>>) -> tensor<9xcomplex<f64>>
  %expected = stablehlo.constant dense<[
      (5.0e-324, 0x7FF0000000000000), (1.0000000000000002, -1.0000000000000002), (5.0e-324, 0x7FF0000000000000),
      (5.0e-324, 0x7FF0000000000000), (5.0e-324, 0x7FF0000000000000), (0.0, 1.0), (5.0e-324, 0x7FF0000000000000),
      (-2.0, 0.0), (5.0e-324, 0x7FF0000000000000)
    ]> : tensor<9xcomplex<f64>>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<9xcomplex<f64>>, tensor<9xcomplex<f64>>) -> ()
  return
}
