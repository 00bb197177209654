// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_i1: elements of type i1
//   reverse: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[true, false, true, true]> : tensor<4xi1>
  %result = "stablehlo.reverse"(%operand) {
    dimensions = array<i64: 0>
  } : (tensor<4xi1>) -> tensor<4xi1>
  %expected = stablehlo.constant dense<[true, true, false, true]> : tensor<4xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
  return
}

// -----

// element_type_i4: elements of type i4
//   reverse: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[3, -8, 7, 1]> : tensor<4xi4>
  %result = "stablehlo.reverse"(%operand) {
    dimensions = array<i64: 0>
  } : (tensor<4xi4>) -> tensor<4xi4>
  %expected = stablehlo.constant dense<[1, 7, -8, 3]> : tensor<4xi4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi4>, tensor<4xi4>) -> ()
  return
}

// -----

// element_type_ui8: elements of type ui8
//   reverse: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[103, 0, 255, 36]> : tensor<4xui8>
  %result = "stablehlo.reverse"(%operand) {
    dimensions = array<i64: 0>
  } : (tensor<4xui8>) -> tensor<4xui8>
  %expected = stablehlo.constant dense<[36, 255, 0, 103]> : tensor<4xui8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xui8>, tensor<4xui8>) -> ()
  return
}

// -----

// element_type_i64: elements of type i64
//   reverse: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[
      3689348814741910323, -9223372036854775808, 9223372036854775807, 1317624576693539401
    ]> : tensor<4xi64>
  %result = "stablehlo.reverse"(%operand) {
    dimensions = array<i64: 0>
  } : (tensor<4xi64>) -> tensor<4xi64>
  %expected = stablehlo.constant dense<[
      1317624576693539401, 9223372036854775807, -9223372036854775808, 3689348814741910323
    ]> : tensor<4xi64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
  return
}

// -----

// element_type_f8E4M3FN: elements of type f8E4M3FN
//   reverse: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.125, 0x80, 0x7F, 0.001953125]> : tensor<4xf8E4M3FN>
  %result = "stablehlo.reverse"(%operand) {
    dimensions = array<i64: 0>
  } : (tensor<4xf8E4M3FN>) -> tensor<4xf8E4M3FN>
  %result_bits = stablehlo.bitcast_convert %result : (tensor<4xf8E4M3FN>) -> tensor<4xui8>
  %expected = stablehlo.constant dense<[1, 127, 128, 57]> : tensor<4xui8>
  stablehlo.custom_call @check.expect_eq(%result_bits, %expected) {has_side_effect = true} : (tensor<4xui8>, tensor<4xui8>) -> ()
  return
}

// -----

// element_type_bf16: elements of type bf16
//   reverse: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0078125, 0x8000, 0x7FC0, 9.183549615799121e-41]> : tensor<4xbf16>
  %result = "stablehlo.reverse"(%operand) {
    dimensions = array<i64: 0>
  } : (tensor<4xbf16>) -> tensor<4xbf16>
  %result_bits = stablehlo.bitcast_convert %result : (tensor<4xbf16>) -> tensor<4xui16>
  %expected = stablehlo.constant dense<[1, 32704, 32768, 16257]> : tensor<4xui16>
  stablehlo.custom_call @check.expect_eq(%result_bits, %expected) {has_side_effect = true} : (tensor<4xui16>, tensor<4xui16>) -> ()
  return
}

// -----

// element_type_f16: elements of type f16
//   reverse: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0009765625, 0x8000, 0x7E00, 5.960464477539063e-08]> : tensor<4xf16>
  %result = "stablehlo.reverse"(%operand) {
    dimensions = array<i64: 0>
  } : (tensor<4xf16>) -> tensor<4xf16>
  %result_bits = stablehlo.bitcast_convert %result : (tensor<4xf16>) -> tensor<4xui16>
  %expected = stablehlo.constant dense<[1, 32256, 32768, 15361]> : tensor<4xui16>
  stablehlo.custom_call @check.expect_eq(%result_bits, %expected) {has_side_effect = true} : (tensor<4xui16>, tensor<4xui16>) -> ()
  return
}

// -----

// element_type_f32: elements of type f32
//   reverse: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0000001192092896, 0x80000000, 0x7FC00000, 1.401298464324817e-45]> : tensor<4xf32>
  %result = "stablehlo.reverse"(%operand) {
    dimensions = array<i64: 0>
  } : (tensor<4xf32>) -> tensor<4xf32>
  %result_bits = stablehlo.bitcast_convert %result : (tensor<4xf32>) -> tensor<4xui32>
  %expected = stablehlo.constant dense<[1, 2143289344, 2147483648, 1065353217]> : tensor<4xui32>
  stablehlo.custom_call @check.expect_eq(%result_bits, %expected) {has_side_effect = true} : (tensor<4xui32>, tensor<4xui32>) -> ()
  return
}

// -----

// element_type_f64: elements of type f64
//   reverse: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0000000000000002, 0x8000000000000000, 0x7FF8000000000000, 5.0e-324]> : tensor<4xf64>
  %result = "stablehlo.reverse"(%operand) {
    dimensions = array<i64: 0>
  } : (tensor<4xf64>) -> tensor<4xf64>
  %result_bits = stablehlo.bitcast_convert %result : (tensor<4xf64>) -> tensor<4xui64>
  %expected = stablehlo.constant dense<[1, 9221120237041090560, 9223372036854775808, 4607182418800017409]> : tensor<4xui64>
  stablehlo.custom_call @check.expect_eq(%result_bits, %expected) {has_side_effect = true} : (tensor<4xui64>, tensor<4xui64>) -> ()
  return
}

// -----

// element_type_complex_f32: elements of type complex<f32>
//   reverse: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[
      (1.0000001192092896, -1.0000001192092896), (1.401298464324817e-45, 0x7F800000), (0.0, 1.0), (-2.0, 0.0)
    ]> : tensor<4xcomplex<f32>>
  %result = "stablehlo.reverse"(%operand) {
    dimensions = array<i64: 0>
  } : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  %expected = stablehlo.constant dense<[
      (-2.0, 0.0), (0.0, 1.0), (1.401298464324817e-45, 0x7F800000), (1.0000001192092896, -1.0000001192092896)
    ]> : tensor<4xcomplex<f32>>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> ()
  return
}

// -----

// element_type_i16: elements of type i16
//   reverse: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[13107, -32768, 32767, 4681]> : tensor<4xi16>
  %result = "stablehlo.reverse"(%operand) {
    dimensions = array<i64: 0>
  } : (tensor<4xi16>) -> tensor<4xi16>
  %expected = stablehlo.constant dense<[4681, 32767, -32768, 13107]> : tensor<4xi16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi16>, tensor<4xi16>) -> ()
  return
}

// -----

// element_type_i32: elements of type i32
//   reverse: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[858993459, -2147483648, 2147483647, 306783378]> : tensor<4xi32>
  %result = "stablehlo.reverse"(%operand) {
    dimensions = array<i64: 0>
  } : (tensor<4xi32>) -> tensor<4xi32>
  %expected = stablehlo.constant dense<[306783378, 2147483647, -2147483648, 858993459]> : tensor<4xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  return
}

// -----

// element_type_ui32: elements of type ui32
//   reverse: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1717986919, 0, 4294967295, 613566756]> : tensor<4xui32>
  %result = "stablehlo.reverse"(%operand) {
    dimensions = array<i64: 0>
  } : (tensor<4xui32>) -> tensor<4xui32>
  %expected = stablehlo.constant dense<[613566756, 4294967295, 0, 1717986919]> : tensor<4xui32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xui32>, tensor<4xui32>) -> ()
  return
}

// -----

// element_type_ui64: elements of type ui64
//   reverse: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[7378697629483820647, 0, 18446744073709551615, 2635249153387078802]> : tensor<4xui64>
  %result = "stablehlo.reverse"(%operand) {
    dimensions = array<i64: 0>
  } : (tensor<4xui64>) -> tensor<4xui64>
  %expected = stablehlo.constant dense<[2635249153387078802, 18446744073709551615, 0, 7378697629483820647]> : tensor<4xui64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xui64>, tensor<4xui64>) -> ()
  return
}

// -----

// element_type_complex_f64: elements of type complex<f64>
//   reverse: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[
      (1.0000000000000002, -1.0000000000000002), (5.0e-324, 0x7FF0000000000000), (0.0, 1.0), (-2.0, 0.0)
    ]> : tensor<4xcomplex<f64>>
  %result = "stablehlo.reverse"(%operand) {
    dimensions = array<i64: 0>
  } : (tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>>
  %expected = stablehlo.constant dense<[
      (-2.0, 0.0), (0.0, 1.0), (5.0e-324, 0x7FF0000000000000), (1.0000000000000002, -1.0000000000000002)
    ]> : tensor<4xcomplex<f64>>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>) -> ()
  return
}
