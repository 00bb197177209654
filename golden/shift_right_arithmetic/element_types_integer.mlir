// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/element_types.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_i4: elements of type i4
//   shift_right_arithmetic: arithmetic right-shift operation on the lhs tensor by rhs number of bits
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[3, 7, -8, 3, 7, -8, 3, 7, -8, 3, 7, -8, 3, 7, -8]> : tensor<15xi4>
  %rhs = stablehlo.constant dense<[0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 3]> : tensor<15xi4>
  %result = "stablehlo.shift_right_arithmetic"(%lhs, %rhs) : (tensor<15xi4>, tensor<15xi4>) -> tensor<15xi4>
  %expected = stablehlo.constant dense<[3, 7, -8, 1, 3, -4, 0, 1, -2, 0, 0, -1, 0, 0, -1]> : tensor<15xi4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<15xi4>, tensor<15xi4>) -> ()
  return
}

// -----

// element_type_i8: elements of type i8
//   shift_right_arithmetic: arithmetic right-shift operation on the lhs tensor by rhs number of bits
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[51, 127, -128, 51, 127, -128, 51, 127, -128, 51, 127, -128, 51, 127, -128]> : tensor<15xi8>
  %rhs = stablehlo.constant dense<[0, 0, 0, 1, 1, 1, 4, 4, 4, 5, 5, 5, 7, 7, 7]> : tensor<15xi8>
  %result = "stablehlo.shift_right_arithmetic"(%lhs, %rhs) : (tensor<15xi8>, tensor<15xi8>) -> tensor<15xi8>
  %expected = stablehlo.constant dense<[51, 127, -128, 25, 63, -64, 3, 7, -8, 1, 3, -4, 0, 0, -1]> : tensor<15xi8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<15xi8>, tensor<15xi8>) -> ()
  return
}

// -----

// element_type_i16: elements of type i16
//   shift_right_arithmetic: arithmetic right-shift operation on the lhs tensor by rhs number of bits
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[
      13107, 32767, -32768, 13107, 32767, -32768, 13107, 32767, -32768, 13107, 32767, -32768, 13107, 32767, -32768
    ]> : tensor<15xi16>
  %rhs = stablehlo.constant dense<[0, 0, 0, 1, 1, 1, 8, 8, 8, 9, 9, 9, 15, 15, 15]> : tensor<15xi16>
  %result = "stablehlo.shift_right_arithmetic"(%lhs, %rhs) : (tensor<15xi16>, tensor<15xi16>) -> tensor<15xi16>
  %expected = stablehlo.constant dense<[13107, 32767, -32768, 6553, 16383, -16384, 51, 127, -128, 25, 63, -64, 0, 0, -1]> : tensor<15xi16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<15xi16>, tensor<15xi16>) -> ()
  return
}

// -----

// element_type_i32: elements of type i32
//   shift_right_arithmetic: arithmetic right-shift operation on the lhs tensor by rhs number of bits
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[
      858993459, 2147483647, -2147483648, 858993459, 2147483647, -2147483648, 858993459, 2147483647, -2147483648,
      858993459, 2147483647, -2147483648, 858993459, 2147483647, -2147483648
    ]> : tensor<15xi32>
  %rhs = stablehlo.constant dense<[0, 0, 0, 1, 1, 1, 16, 16, 16, 17, 17, 17, 31, 31, 31]> : tensor<15xi32>
  %result = "stablehlo.shift_right_arithmetic"(%lhs, %rhs) : (tensor<15xi32>, tensor<15xi32>) -> tensor<15xi32>
  %expected = stablehlo.constant dense<[
      858993459, 2147483647, -2147483648, 429496729, 1073741823, -1073741824, 13107, 32767, -32768, 6553, 16383,
      -16384, 0, 0, -1
    ]> : tensor<15xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<15xi32>, tensor<15xi32>) -> ()
  return
}

// -----

// element_type_i64: elements of type i64
//   shift_right_arithmetic: arithmetic right-shift operation on the lhs tensor by rhs number of bits
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[
      3689348814741910323, 9223372036854775807, -9223372036854775808, 3689348814741910323, 9223372036854775807,
      -9223372036854775808, 3689348814741910323, 9223372036854775807, -9223372036854775808, 3689348814741910323,
      9223372036854775807, -9223372036854775808, 3689348814741910323, 9223372036854775807, -9223372036854775808
    ]> : tensor<15xi64>
  %rhs = stablehlo.constant dense<[0, 0, 0, 1, 1, 1, 32, 32, 32, 33, 33, 33, 63, 63, 63]> : tensor<15xi64>
  %result = "stablehlo.shift_right_arithmetic"(%lhs, %rhs) : (tensor<15xi64>, tensor<15xi64>) -> tensor<15xi64>
  %expected = stablehlo.constant dense<[
      3689348814741910323, 9223372036854775807, -9223372036854775808, 1844674407370955161, 4611686018427387903,
      -4611686018427387904, 858993459, 2147483647, -2147483648, 429496729, 1073741823, -1073741824, 0, 0, -1
    ]> : tensor<15xi64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<15xi64>, tensor<15xi64>) -> ()
  return
}

// -----

// element_type_ui4: elements of type ui4
//   shift_right_arithmetic: arithmetic right-shift operation on the lhs tensor by rhs number of bits
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[7, 15, 0, 7, 15, 0, 7, 15, 0, 7, 15, 0, 7, 15, 0]> : tensor<15xui4>
  %rhs = stablehlo.constant dense<[0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 3]> : tensor<15xui4>
  %result = "stablehlo.shift_right_arithmetic"(%lhs, %rhs) : (tensor<15xui4>, tensor<15xui4>) -> tensor<15xui4>
  %expected = stablehlo.constant dense<[7, 15, 0, 3, 15, 0, 1, 15, 0, 0, 15, 0, 0, 15, 0]> : tensor<15xui4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<15xui4>, tensor<15xui4>) -> ()
  return
}

// -----

// element_type_ui8: elements of type ui8
//   shift_right_arithmetic: arithmetic right-shift operation on the lhs tensor by rhs number of bits
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[103, 255, 0, 103, 255, 0, 103, 255, 0, 103, 255, 0, 103, 255, 0]> : tensor<15xui8>
  %rhs = stablehlo.constant dense<[0, 0, 0, 1, 1, 1, 4, 4, 4, 5, 5, 5, 7, 7, 7]> : tensor<15xui8>
  %result = "stablehlo.shift_right_arithmetic"(%lhs, %rhs) : (tensor<15xui8>, tensor<15xui8>) -> tensor<15xui8>
  %expected = stablehlo.constant dense<[103, 255, 0, 51, 255, 0, 6, 255, 0, 3, 255, 0, 0, 255, 0]> : tensor<15xui8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<15xui8>, tensor<15xui8>) -> ()
  return
}

// -----

// element_type_ui16: elements of type ui16
//   shift_right_arithmetic: arithmetic right-shift operation on the lhs tensor by rhs number of bits
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[
      26215, 65535, 0, 26215, 65535, 0, 26215, 65535, 0, 26215, 65535, 0, 26215, 65535, 0
    ]> : tensor<15xui16>
  %rhs = stablehlo.constant dense<[0, 0, 0, 1, 1, 1, 8, 8, 8, 9, 9, 9, 15, 15, 15]> : tensor<15xui16>
  %result = "stablehlo.shift_right_arithmetic"(%lhs, %rhs) : (tensor<15xui16>, tensor<15xui16>) -> tensor<15xui16>
  %expected = stablehlo.constant dense<[26215, 65535, 0, 13107, 65535, 0, 102, 65535, 0, 51, 65535, 0, 0, 65535, 0]> : tensor<15xui16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<15xui16>, tensor<15xui16>) -> ()
  return
}

// -----

// element_type_ui32: elements of type ui32
//   shift_right_arithmetic: arithmetic right-shift operation on the lhs tensor by rhs number of bits
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[
      1717986919, 4294967295, 0, 1717986919, 4294967295, 0, 1717986919, 4294967295, 0, 1717986919, 4294967295, 0,
      1717986919, 4294967295, 0
    ]> : tensor<15xui32>
  %rhs = stablehlo.constant dense<[0, 0, 0, 1, 1, 1, 16, 16, 16, 17, 17, 17, 31, 31, 31]> : tensor<15xui32>
  %result = "stablehlo.shift_right_arithmetic"(%lhs, %rhs) : (tensor<15xui32>, tensor<15xui32>) -> tensor<15xui32>
  %expected = stablehlo.constant dense<[
      1717986919, 4294967295, 0, 858993459, 4294967295, 0, 26214, 4294967295, 0, 13107, 4294967295, 0, 0, 4294967295,
      0
    ]> : tensor<15xui32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<15xui32>, tensor<15xui32>) -> ()
  return
}

// -----

// element_type_ui64: elements of type ui64
//   shift_right_arithmetic: arithmetic right-shift operation on the lhs tensor by rhs number of bits
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[
      7378697629483820647, 18446744073709551615, 0, 7378697629483820647, 18446744073709551615, 0, 7378697629483820647,
      18446744073709551615, 0, 7378697629483820647, 18446744073709551615, 0, 7378697629483820647,
      18446744073709551615, 0
    ]> : tensor<15xui64>
  %rhs = stablehlo.constant dense<[0, 0, 0, 1, 1, 1, 32, 32, 32, 33, 33, 33, 63, 63, 63]> : tensor<15xui64>
  %result = "stablehlo.shift_right_arithmetic"(%lhs, %rhs) : (tensor<15xui64>, tensor<15xui64>) -> tensor<15xui64>
  %expected = stablehlo.constant dense<[
      7378697629483820647, 18446744073709551615, 0, 3689348814741910323, 18446744073709551615, 0, 1717986918,
      18446744073709551615, 0, 858993459, 18446744073709551615, 0, 0, 18446744073709551615, 0
    ]> : tensor<15xui64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<15xui64>, tensor<15xui64>) -> ()
  return
}
