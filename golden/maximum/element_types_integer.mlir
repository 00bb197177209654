// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/element_types.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_i4: elements of type i4
//   maximum: For integers: integer maximum.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[7, -8, 7, 3]> : tensor<4xi4>
  %rhs = stablehlo.constant dense<[6, 0, 1, 1]> : tensor<4xi4>
  %result = "stablehlo.maximum"(%lhs, %rhs) : (tensor<4xi4>, tensor<4xi4>) -> tensor<4xi4>
  %expected = stablehlo.constant dense<[7, 0, 7, 3]> : tensor<4xi4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi4>, tensor<4xi4>) -> ()
  return
}

// -----

// element_type_i8: elements of type i8
//   maximum: For integers: integer maximum.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[127, -128, 127, 51]> : tensor<4xi8>
  %rhs = stablehlo.constant dense<[126, 0, 1, 18]> : tensor<4xi8>
  %result = "stablehlo.maximum"(%lhs, %rhs) : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi8>
  %expected = stablehlo.constant dense<[127, 0, 127, 51]> : tensor<4xi8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi8>, tensor<4xi8>) -> ()
  return
}

// -----

// element_type_i16: elements of type i16
//   maximum: For integers: integer maximum.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[32767, -32768, 32767, 13107]> : tensor<4xi16>
  %rhs = stablehlo.constant dense<[32766, 0, 1, 4681]> : tensor<4xi16>
  %result = "stablehlo.maximum"(%lhs, %rhs) : (tensor<4xi16>, tensor<4xi16>) -> tensor<4xi16>
  %expected = stablehlo.constant dense<[32767, 0, 32767, 13107]> : tensor<4xi16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi16>, tensor<4xi16>) -> ()
  return
}

// -----

// element_type_i32: elements of type i32
//   maximum: For integers: integer maximum.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[2147483647, -2147483648, 2147483647, 858993459]> : tensor<4xi32>
  %rhs = stablehlo.constant dense<[2147483646, 0, 1, 306783378]> : tensor<4xi32>
  %result = "stablehlo.maximum"(%lhs, %rhs) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %expected = stablehlo.constant dense<[2147483647, 0, 2147483647, 858993459]> : tensor<4xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  return
}

// -----

// element_type_i64: elements of type i64
//   maximum: For integers: integer maximum.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[
      9223372036854775807, -9223372036854775808, 9223372036854775807, 3689348814741910323
    ]> : tensor<4xi64>
  %rhs = stablehlo.constant dense<[9223372036854775806, 0, 1, 1317624576693539401]> : tensor<4xi64>
  %result = "stablehlo.maximum"(%lhs, %rhs) : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
  %expected = stablehlo.constant dense<[9223372036854775807, 0, 9223372036854775807, 3689348814741910323]> : tensor<4xi64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
  return
}

// -----

// element_type_ui4: elements of type ui4
//   maximum: For integers: integer maximum.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[15, 0, 15, 7]> : tensor<4xui4>
  %rhs = stablehlo.constant dense<[14, 0, 1, 2]> : tensor<4xui4>
  %result = "stablehlo.maximum"(%lhs, %rhs) : (tensor<4xui4>, tensor<4xui4>) -> tensor<4xui4>
  %expected = stablehlo.constant dense<[15, 0, 15, 7]> : tensor<4xui4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xui4>, tensor<4xui4>) -> ()
  return
}

// -----

// element_type_ui8: elements of type ui8
//   maximum: For integers: integer maximum.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[255, 0, 255, 103]> : tensor<4xui8>
  %rhs = stablehlo.constant dense<[254, 0, 1, 36]> : tensor<4xui8>
  %result = "stablehlo.maximum"(%lhs, %rhs) : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xui8>
  %expected = stablehlo.constant dense<[255, 0, 255, 103]> : tensor<4xui8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xui8>, tensor<4xui8>) -> ()
  return
}

// -----

// element_type_ui16: elements of type ui16
//   maximum: For integers: integer maximum.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[65535, 0, 65535, 26215]> : tensor<4xui16>
  %rhs = stablehlo.constant dense<[65534, 0, 1, 9362]> : tensor<4xui16>
  %result = "stablehlo.maximum"(%lhs, %rhs) : (tensor<4xui16>, tensor<4xui16>) -> tensor<4xui16>
  %expected = stablehlo.constant dense<[65535, 0, 65535, 26215]> : tensor<4xui16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xui16>, tensor<4xui16>) -> ()
  return
}

// -----

// element_type_ui32: elements of type ui32
//   maximum: For integers: integer maximum.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[4294967295, 0, 4294967295, 1717986919]> : tensor<4xui32>
  %rhs = stablehlo.constant dense<[4294967294, 0, 1, 613566756]> : tensor<4xui32>
  %result = "stablehlo.maximum"(%lhs, %rhs) : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xui32>
  %expected = stablehlo.constant dense<[4294967295, 0, 4294967295, 1717986919]> : tensor<4xui32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xui32>, tensor<4xui32>) -> ()
  return
}

// -----

// element_type_ui64: elements of type ui64
//   maximum: For integers: integer maximum.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[18446744073709551615, 0, 18446744073709551615, 7378697629483820647]> : tensor<4xui64>
  %rhs = stablehlo.constant dense<[18446744073709551614, 0, 1, 2635249153387078802]> : tensor<4xui64>
  %result = "stablehlo.maximum"(%lhs, %rhs) : (tensor<4xui64>, tensor<4xui64>) -> tensor<4xui64>
  %expected = stablehlo.constant dense<[18446744073709551615, 0, 18446744073709551615, 7378697629483820647]> : tensor<4xui64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xui64>, tensor<4xui64>) -> ()
  return
}
