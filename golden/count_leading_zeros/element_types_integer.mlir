// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/element_types.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_i4: elements of type i4
//   count_leading_zeros: element-wise count of the number of leading zero bits
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.constant-leading-zeros: XLA counts the leading zeros of constants in 64 bits (jaxlib
//     before 0.11)
func.func @main() {
  %operand = stablehlo.constant dense<[7, -8, 3, 1, 1, 0]> : tensor<6xi4>
  %result = "stablehlo.count_leading_zeros"(%operand) : (tensor<6xi4>) -> tensor<6xi4>
  %expected = stablehlo.constant dense<[1, 0, 2, 3, 3, 4]> : tensor<6xi4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xi4>, tensor<6xi4>) -> ()
  return
}

// -----

// element_type_i8: elements of type i8
//   count_leading_zeros: element-wise count of the number of leading zero bits
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.constant-leading-zeros: XLA counts the leading zeros of constants in 64 bits (jaxlib
//     before 0.11)
func.func @main() {
  %operand = stablehlo.constant dense<[127, -128, 51, 18, 1, 0]> : tensor<6xi8>
  %result = "stablehlo.count_leading_zeros"(%operand) : (tensor<6xi8>) -> tensor<6xi8>
  %expected = stablehlo.constant dense<[1, 0, 2, 3, 7, 8]> : tensor<6xi8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xi8>, tensor<6xi8>) -> ()
  return
}

// -----

// element_type_i16: elements of type i16
//   count_leading_zeros: element-wise count of the number of leading zero bits
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.constant-leading-zeros: XLA counts the leading zeros of constants in 64 bits (jaxlib
//     before 0.11)
func.func @main() {
  %operand = stablehlo.constant dense<[32767, -32768, 13107, 4681, 1, 0]> : tensor<6xi16>
  %result = "stablehlo.count_leading_zeros"(%operand) : (tensor<6xi16>) -> tensor<6xi16>
  %expected = stablehlo.constant dense<[1, 0, 2, 3, 15, 16]> : tensor<6xi16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xi16>, tensor<6xi16>) -> ()
  return
}

// -----

// element_type_i32: elements of type i32
//   count_leading_zeros: element-wise count of the number of leading zero bits
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.constant-leading-zeros: XLA counts the leading zeros of constants in 64 bits (jaxlib
//     before 0.11)
func.func @main() {
  %operand = stablehlo.constant dense<[2147483647, -2147483648, 858993459, 306783378, 1, 0]> : tensor<6xi32>
  %result = "stablehlo.count_leading_zeros"(%operand) : (tensor<6xi32>) -> tensor<6xi32>
  %expected = stablehlo.constant dense<[1, 0, 2, 3, 31, 32]> : tensor<6xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xi32>, tensor<6xi32>) -> ()
  return
}

// -----

// element_type_i64: elements of type i64
//   count_leading_zeros: element-wise count of the number of leading zero bits
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[
      9223372036854775807, -9223372036854775808, 3689348814741910323, 1317624576693539401, 1, 0
    ]> : tensor<6xi64>
  %result = "stablehlo.count_leading_zeros"(%operand) : (tensor<6xi64>) -> tensor<6xi64>
  %expected = stablehlo.constant dense<[1, 0, 2, 3, 63, 64]> : tensor<6xi64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xi64>, tensor<6xi64>) -> ()
  return
}

// -----

// element_type_ui4: elements of type ui4
//   count_leading_zeros: element-wise count of the number of leading zero bits
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[15, 0, 7, 2, 1, 0]> : tensor<6xui4>
  %result = "stablehlo.count_leading_zeros"(%operand) : (tensor<6xui4>) -> tensor<6xui4>
  %expected = stablehlo.constant dense<[0, 4, 1, 2, 3, 4]> : tensor<6xui4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xui4>, tensor<6xui4>) -> ()
  return
}

// -----

// element_type_ui8: elements of type ui8
//   count_leading_zeros: element-wise count of the number of leading zero bits
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[255, 0, 103, 36, 1, 0]> : tensor<6xui8>
  %result = "stablehlo.count_leading_zeros"(%operand) : (tensor<6xui8>) -> tensor<6xui8>
  %expected = stablehlo.constant dense<[0, 8, 1, 2, 7, 8]> : tensor<6xui8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xui8>, tensor<6xui8>) -> ()
  return
}

// -----

// element_type_ui16: elements of type ui16
//   count_leading_zeros: element-wise count of the number of leading zero bits
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[65535, 0, 26215, 9362, 1, 0]> : tensor<6xui16>
  %result = "stablehlo.count_leading_zeros"(%operand) : (tensor<6xui16>) -> tensor<6xui16>
  %expected = stablehlo.constant dense<[0, 16, 1, 2, 15, 16]> : tensor<6xui16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xui16>, tensor<6xui16>) -> ()
  return
}

// -----

// element_type_ui32: elements of type ui32
//   count_leading_zeros: element-wise count of the number of leading zero bits
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[4294967295, 0, 1717986919, 613566756, 1, 0]> : tensor<6xui32>
  %result = "stablehlo.count_leading_zeros"(%operand) : (tensor<6xui32>) -> tensor<6xui32>
  %expected = stablehlo.constant dense<[0, 32, 1, 2, 31, 32]> : tensor<6xui32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xui32>, tensor<6xui32>) -> ()
  return
}

// -----

// element_type_ui64: elements of type ui64
//   count_leading_zeros: element-wise count of the number of leading zero bits
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[18446744073709551615, 0, 7378697629483820647, 2635249153387078802, 1, 0]> : tensor<6xui64>
  %result = "stablehlo.count_leading_zeros"(%operand) : (tensor<6xui64>) -> tensor<6xui64>
  %expected = stablehlo.constant dense<[0, 64, 1, 2, 63, 64]> : tensor<6xui64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xui64>, tensor<6xui64>) -> ()
  return
}
