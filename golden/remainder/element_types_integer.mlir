// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/element_types.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_i4: elements of type i4
//   remainder: The sign of the result is taken from the dividend.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[7, -8, 3]> : tensor<3xi4>
  %rhs = stablehlo.constant dense<[5, 7, 1]> : tensor<3xi4>
  %result = "stablehlo.remainder"(%lhs, %rhs) : (tensor<3xi4>, tensor<3xi4>) -> tensor<3xi4>
  %expected = stablehlo.constant dense<[2, -1, 0]> : tensor<3xi4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi4>, tensor<3xi4>) -> ()
  return
}

// -----

// element_type_i8: elements of type i8
//   remainder: The sign of the result is taken from the dividend.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[127, -128, 51]> : tensor<3xi8>
  %rhs = stablehlo.constant dense<[5, 7, 18]> : tensor<3xi8>
  %result = "stablehlo.remainder"(%lhs, %rhs) : (tensor<3xi8>, tensor<3xi8>) -> tensor<3xi8>
  %expected = stablehlo.constant dense<[2, -2, 15]> : tensor<3xi8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi8>, tensor<3xi8>) -> ()
  return
}

// -----

// element_type_i16: elements of type i16
//   remainder: The sign of the result is taken from the dividend.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[32767, -32768, 13107]> : tensor<3xi16>
  %rhs = stablehlo.constant dense<[5, 7, 4681]> : tensor<3xi16>
  %result = "stablehlo.remainder"(%lhs, %rhs) : (tensor<3xi16>, tensor<3xi16>) -> tensor<3xi16>
  %expected = stablehlo.constant dense<[2, -1, 3745]> : tensor<3xi16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi16>, tensor<3xi16>) -> ()
  return
}

// -----

// element_type_i32: elements of type i32
//   remainder: The sign of the result is taken from the dividend.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[2147483647, -2147483648, 858993459]> : tensor<3xi32>
  %rhs = stablehlo.constant dense<[5, 7, 306783378]> : tensor<3xi32>
  %result = "stablehlo.remainder"(%lhs, %rhs) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %expected = stablehlo.constant dense<[2, -2, 245426703]> : tensor<3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  return
}

// -----

// element_type_i64: elements of type i64
//   remainder: The sign of the result is taken from the dividend.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[9223372036854775807, -9223372036854775808, 3689348814741910323]> : tensor<3xi64>
  %rhs = stablehlo.constant dense<[5, 7, 1317624576693539401]> : tensor<3xi64>
  %result = "stablehlo.remainder"(%lhs, %rhs) : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  %expected = stablehlo.constant dense<[2, -1, 1054099661354831521]> : tensor<3xi64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi64>, tensor<3xi64>) -> ()
  return
}

// -----

// element_type_ui4: elements of type ui4
//   remainder: The sign of the result is taken from the dividend.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[15, 0, 7]> : tensor<3xui4>
  %rhs = stablehlo.constant dense<[5, 7, 2]> : tensor<3xui4>
  %result = "stablehlo.remainder"(%lhs, %rhs) : (tensor<3xui4>, tensor<3xui4>) -> tensor<3xui4>
  %expected = stablehlo.constant dense<[0, 0, 1]> : tensor<3xui4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xui4>, tensor<3xui4>) -> ()
  return
}

// -----

// element_type_ui8: elements of type ui8
//   remainder: The sign of the result is taken from the dividend.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[255, 0, 103]> : tensor<3xui8>
  %rhs = stablehlo.constant dense<[5, 7, 36]> : tensor<3xui8>
  %result = "stablehlo.remainder"(%lhs, %rhs) : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xui8>
  %expected = stablehlo.constant dense<[0, 0, 31]> : tensor<3xui8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xui8>, tensor<3xui8>) -> ()
  return
}

// -----

// element_type_ui16: elements of type ui16
//   remainder: The sign of the result is taken from the dividend.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[65535, 0, 26215]> : tensor<3xui16>
  %rhs = stablehlo.constant dense<[5, 7, 9362]> : tensor<3xui16>
  %result = "stablehlo.remainder"(%lhs, %rhs) : (tensor<3xui16>, tensor<3xui16>) -> tensor<3xui16>
  %expected = stablehlo.constant dense<[0, 0, 7491]> : tensor<3xui16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xui16>, tensor<3xui16>) -> ()
  return
}

// -----

// element_type_ui32: elements of type ui32
//   remainder: The sign of the result is taken from the dividend.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[4294967295, 0, 1717986919]> : tensor<3xui32>
  %rhs = stablehlo.constant dense<[5, 7, 613566756]> : tensor<3xui32>
  %result = "stablehlo.remainder"(%lhs, %rhs) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
  %expected = stablehlo.constant dense<[0, 0, 490853407]> : tensor<3xui32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xui32>, tensor<3xui32>) -> ()
  return
}

// -----

// element_type_ui64: elements of type ui64
//   remainder: The sign of the result is taken from the dividend.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[18446744073709551615, 0, 7378697629483820647]> : tensor<3xui64>
  %rhs = stablehlo.constant dense<[5, 7, 2635249153387078802]> : tensor<3xui64>
  %result = "stablehlo.remainder"(%lhs, %rhs) : (tensor<3xui64>, tensor<3xui64>) -> tensor<3xui64>
  %expected = stablehlo.constant dense<[0, 0, 2108199322709663043]> : tensor<3xui64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xui64>, tensor<3xui64>) -> ()
  return
}
