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
  %start_indices = stablehlo.constant dense<0> : tensor<i32>
  %result = "stablehlo.dynamic_update_slice"(%operand, %update, %start_indices) : (tensor<4xi1>, tensor<1xi1>, tensor<i32>) -> tensor<4xi1>
  %expected = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
  return
}

// -----

// element_type_i4: elements of type i4
//   dynamic_update_slice: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[3, -8, 7, 1]> : tensor<4xi4>
  %update = stablehlo.constant dense<[-8]> : tensor<1xi4>
  %start_indices = stablehlo.constant dense<0> : tensor<i32>
  %result = "stablehlo.dynamic_update_slice"(%operand, %update, %start_indices) : (tensor<4xi4>, tensor<1xi4>, tensor<i32>) -> tensor<4xi4>
  %expected = stablehlo.constant dense<[-8, -8, 7, 1]> : tensor<4xi4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi4>, tensor<4xi4>) -> ()
  return
}

// -----

// element_type_ui8: elements of type ui8
//   dynamic_update_slice: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[103, 0, 255, 36]> : tensor<4xui8>
  %update = stablehlo.constant dense<[0]> : tensor<1xui8>
  %start_indices = stablehlo.constant dense<0> : tensor<i32>
  %result = "stablehlo.dynamic_update_slice"(%operand, %update, %start_indices) : (tensor<4xui8>, tensor<1xui8>, tensor<i32>) -> tensor<4xui8>
  %expected = stablehlo.constant dense<[0, 0, 255, 36]> : tensor<4xui8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xui8>, tensor<4xui8>) -> ()
  return
}

// -----

// element_type_i64: elements of type i64
//   dynamic_update_slice: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[
      3689348814741910323, -9223372036854775808, 9223372036854775807, 1317624576693539401
    ]> : tensor<4xi64>
  %update = stablehlo.constant dense<[-9223372036854775808]> : tensor<1xi64>
  %start_indices = stablehlo.constant dense<0> : tensor<i32>
  %result = "stablehlo.dynamic_update_slice"(%operand, %update, %start_indices) : (tensor<4xi64>, tensor<1xi64>, tensor<i32>) -> tensor<4xi64>
  %expected = stablehlo.constant dense<[
      -9223372036854775808, -9223372036854775808, 9223372036854775807, 1317624576693539401
    ]> : tensor<4xi64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
  return
}

// -----

// element_type_f8E4M3FN: elements of type f8E4M3FN
//   dynamic_update_slice: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.125, 0x80, 0x7F, 0.001953125]> : tensor<4xf8E4M3FN>
  %update = stablehlo.constant dense<[0x80]> : tensor<1xf8E4M3FN>
  %start_indices = stablehlo.constant dense<0> : tensor<i32>
  %result = "stablehlo.dynamic_update_slice"(%operand, %update, %start_indices) : (tensor<4xf8E4M3FN>, tensor<1xf8E4M3FN>, tensor<i32>) -> tensor<4xf8E4M3FN>
  %result_bits = stablehlo.bitcast_convert %result : (tensor<4xf8E4M3FN>) -> tensor<4xui8>
  %expected = stablehlo.constant dense<[128, 128, 127, 1]> : tensor<4xui8>
  stablehlo.custom_call @check.expect_eq(%result_bits, %expected) {has_side_effect = true} : (tensor<4xui8>, tensor<4xui8>) -> ()
  return
}

// -----

// element_type_bf16: elements of type bf16
//   dynamic_update_slice: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0078125, 0x8000, 0x7FC0, 9.183549615799121e-41]> : tensor<4xbf16>
  %update = stablehlo.constant dense<[0x8000]> : tensor<1xbf16>
  %start_indices = stablehlo.constant dense<0> : tensor<i32>
  %result = "stablehlo.dynamic_update_slice"(%operand, %update, %start_indices) : (tensor<4xbf16>, tensor<1xbf16>, tensor<i32>) -> tensor<4xbf16>
  %result_bits = stablehlo.bitcast_convert %result : (tensor<4xbf16>) -> tensor<4xui16>
  %expected = stablehlo.constant dense<[32768, 32768, 32704, 1]> : tensor<4xui16>
  stablehlo.custom_call @check.expect_eq(%result_bits, %expected) {has_side_effect = true} : (tensor<4xui16>, tensor<4xui16>) -> ()
  return
}

// -----

// element_type_f16: elements of type f16
//   dynamic_update_slice: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0009765625, 0x8000, 0x7E00, 5.960464477539063e-08]> : tensor<4xf16>
  %update = stablehlo.constant dense<[0x8000]> : tensor<1xf16>
  %start_indices = stablehlo.constant dense<0> : tensor<i32>
  %result = "stablehlo.dynamic_update_slice"(%operand, %update, %start_indices) : (tensor<4xf16>, tensor<1xf16>, tensor<i32>) -> tensor<4xf16>
  %result_bits = stablehlo.bitcast_convert %result : (tensor<4xf16>) -> tensor<4xui16>
  %expected = stablehlo.constant dense<[32768, 32768, 32256, 1]> : tensor<4xui16>
  stablehlo.custom_call @check.expect_eq(%result_bits, %expected) {has_side_effect = true} : (tensor<4xui16>, tensor<4xui16>) -> ()
  return
}

// -----

// element_type_f32: elements of type f32
//   dynamic_update_slice: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0000001192092896, 0x80000000, 0x7FC00000, 1.401298464324817e-45]> : tensor<4xf32>
  %update = stablehlo.constant dense<[0x80000000]> : tensor<1xf32>
  %start_indices = stablehlo.constant dense<0> : tensor<i32>
  %result = "stablehlo.dynamic_update_slice"(%operand, %update, %start_indices) : (tensor<4xf32>, tensor<1xf32>, tensor<i32>) -> tensor<4xf32>
  %result_bits = stablehlo.bitcast_convert %result : (tensor<4xf32>) -> tensor<4xui32>
  %expected = stablehlo.constant dense<[2147483648, 2147483648, 2143289344, 1]> : tensor<4xui32>
  stablehlo.custom_call @check.expect_eq(%result_bits, %expected) {has_side_effect = true} : (tensor<4xui32>, tensor<4xui32>) -> ()
  return
}

// -----

// element_type_f64: elements of type f64
//   dynamic_update_slice: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0000000000000002, 0x8000000000000000, 0x7FF8000000000000, 5.0e-324]> : tensor<4xf64>
  %update = stablehlo.constant dense<[0x8000000000000000]> : tensor<1xf64>
  %start_indices = stablehlo.constant dense<0> : tensor<i32>
  %result = "stablehlo.dynamic_update_slice"(%operand, %update, %start_indices) : (tensor<4xf64>, tensor<1xf64>, tensor<i32>) -> tensor<4xf64>
  %result_bits = stablehlo.bitcast_convert %result : (tensor<4xf64>) -> tensor<4xui64>
  %expected = stablehlo.constant dense<[9223372036854775808, 9223372036854775808, 9221120237041090560, 1]> : tensor<4xui64>
  stablehlo.custom_call @check.expect_eq(%result_bits, %expected) {has_side_effect = true} : (tensor<4xui64>, tensor<4xui64>) -> ()
  return
}

// -----

// element_type_complex_f32: elements of type complex<f32>
//   dynamic_update_slice: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[
      (1.0000001192092896, -1.0000001192092896), (1.401298464324817e-45, 0x7F800000), (0.0, 1.0), (-2.0, 0.0)
    ]> : tensor<4xcomplex<f32>>
  %update = stablehlo.constant dense<[(1.401298464324817e-45, 0x7F800000)]> : tensor<1xcomplex<f32>>
  %start_indices = stablehlo.constant dense<0> : tensor<i32>
  %result = "stablehlo.dynamic_update_slice"(%operand, %update, %start_indices) : (tensor<4xcomplex<f32>>, tensor<1xcomplex<f32>>, tensor<i32>) -> tensor<4xcomplex<f32>>
  %expected = stablehlo.constant dense<[
      (1.401298464324817e-45, 0x7F800000), (1.401298464324817e-45, 0x7F800000), (0.0, 1.0), (-2.0, 0.0)
    ]> : tensor<4xcomplex<f32>>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> ()
  return
}

// -----

// element_type_i16: elements of type i16
//   dynamic_update_slice: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[13107, -32768, 32767, 4681]> : tensor<4xi16>
  %update = stablehlo.constant dense<[-32768]> : tensor<1xi16>
  %start_indices = stablehlo.constant dense<0> : tensor<i32>
  %result = "stablehlo.dynamic_update_slice"(%operand, %update, %start_indices) : (tensor<4xi16>, tensor<1xi16>, tensor<i32>) -> tensor<4xi16>
  %expected = stablehlo.constant dense<[-32768, -32768, 32767, 4681]> : tensor<4xi16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi16>, tensor<4xi16>) -> ()
  return
}

// -----

// element_type_i32: elements of type i32
//   dynamic_update_slice: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[858993459, -2147483648, 2147483647, 306783378]> : tensor<4xi32>
  %update = stablehlo.constant dense<[-2147483648]> : tensor<1xi32>
  %start_indices = stablehlo.constant dense<0> : tensor<i32>
  %result = "stablehlo.dynamic_update_slice"(%operand, %update, %start_indices) : (tensor<4xi32>, tensor<1xi32>, tensor<i32>) -> tensor<4xi32>
  %expected = stablehlo.constant dense<[-2147483648, -2147483648, 2147483647, 306783378]> : tensor<4xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  return
}

// -----

// element_type_ui32: elements of type ui32
//   dynamic_update_slice: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1717986919, 0, 4294967295, 613566756]> : tensor<4xui32>
  %update = stablehlo.constant dense<[0]> : tensor<1xui32>
  %start_indices = stablehlo.constant dense<0> : tensor<i32>
  %result = "stablehlo.dynamic_update_slice"(%operand, %update, %start_indices) : (tensor<4xui32>, tensor<1xui32>, tensor<i32>) -> tensor<4xui32>
  %expected = stablehlo.constant dense<[0, 0, 4294967295, 613566756]> : tensor<4xui32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xui32>, tensor<4xui32>) -> ()
  return
}

// -----

// element_type_ui64: elements of type ui64
//   dynamic_update_slice: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[7378697629483820647, 0, 18446744073709551615, 2635249153387078802]> : tensor<4xui64>
  %update = stablehlo.constant dense<[0]> : tensor<1xui64>
  %start_indices = stablehlo.constant dense<0> : tensor<i32>
  %result = "stablehlo.dynamic_update_slice"(%operand, %update, %start_indices) : (tensor<4xui64>, tensor<1xui64>, tensor<i32>) -> tensor<4xui64>
  %expected = stablehlo.constant dense<[0, 0, 18446744073709551615, 2635249153387078802]> : tensor<4xui64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xui64>, tensor<4xui64>) -> ()
  return
}

// -----

// element_type_complex_f64: elements of type complex<f64>
//   dynamic_update_slice: operand: tensor of any element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[
      (1.0000000000000002, -1.0000000000000002), (5.0e-324, 0x7FF0000000000000), (0.0, 1.0), (-2.0, 0.0)
    ]> : tensor<4xcomplex<f64>>
  %update = stablehlo.constant dense<[(5.0e-324, 0x7FF0000000000000)]> : tensor<1xcomplex<f64>>
  %start_indices = stablehlo.constant dense<0> : tensor<i32>
  %result = "stablehlo.dynamic_update_slice"(%operand, %update, %start_indices) : (tensor<4xcomplex<f64>>, tensor<1xcomplex<f64>>, tensor<i32>) -> tensor<4xcomplex<f64>>
  %expected = stablehlo.constant dense<[
      (5.0e-324, 0x7FF0000000000000), (5.0e-324, 0x7FF0000000000000), (0.0, 1.0), (-2.0, 0.0)
    ]> : tensor<4xcomplex<f64>>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>) -> ()
  return
}
