// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/element_types.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_i4: elements of type i4
//   power: For integers: integer exponentiation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[3, 7, -8]> : tensor<3xi4>
  %rhs = stablehlo.constant dense<[1, 1, 0]> : tensor<3xi4>
  %result = "stablehlo.power"(%lhs, %rhs) : (tensor<3xi4>, tensor<3xi4>) -> tensor<3xi4>
  %expected = stablehlo.constant dense<[3, 7, 1]> : tensor<3xi4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi4>, tensor<3xi4>) -> ()
  return
}

// -----

// element_type_i8: elements of type i8
//   power: For integers: integer exponentiation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[3, 127, -128]> : tensor<3xi8>
  %rhs = stablehlo.constant dense<[4, 1, 0]> : tensor<3xi8>
  %result = "stablehlo.power"(%lhs, %rhs) : (tensor<3xi8>, tensor<3xi8>) -> tensor<3xi8>
  %expected = stablehlo.constant dense<[81, 127, 1]> : tensor<3xi8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi8>, tensor<3xi8>) -> ()
  return
}

// -----

// element_type_i16: elements of type i16
//   power: For integers: integer exponentiation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[3, 32767, -32768]> : tensor<3xi16>
  %rhs = stablehlo.constant dense<[9, 1, 0]> : tensor<3xi16>
  %result = "stablehlo.power"(%lhs, %rhs) : (tensor<3xi16>, tensor<3xi16>) -> tensor<3xi16>
  %expected = stablehlo.constant dense<[19683, 32767, 1]> : tensor<3xi16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi16>, tensor<3xi16>) -> ()
  return
}

// -----

// element_type_i32: elements of type i32
//   power: For integers: integer exponentiation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[3, 2147483647, -2147483648]> : tensor<3xi32>
  %rhs = stablehlo.constant dense<[19, 1, 0]> : tensor<3xi32>
  %result = "stablehlo.power"(%lhs, %rhs) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %expected = stablehlo.constant dense<[1162261467, 2147483647, 1]> : tensor<3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  return
}

// -----

// element_type_i64: elements of type i64
//   power: For integers: integer exponentiation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[3, 9223372036854775807, -9223372036854775808]> : tensor<3xi64>
  %rhs = stablehlo.constant dense<[39, 1, 0]> : tensor<3xi64>
  %result = "stablehlo.power"(%lhs, %rhs) : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  %expected = stablehlo.constant dense<[4052555153018976267, 9223372036854775807, 1]> : tensor<3xi64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi64>, tensor<3xi64>) -> ()
  return
}

// -----

// element_type_ui4: elements of type ui4
//   power: For integers: integer exponentiation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[3, 15, 0]> : tensor<3xui4>
  %rhs = stablehlo.constant dense<[2, 1, 0]> : tensor<3xui4>
  %result = "stablehlo.power"(%lhs, %rhs) : (tensor<3xui4>, tensor<3xui4>) -> tensor<3xui4>
  %expected = stablehlo.constant dense<[9, 15, 1]> : tensor<3xui4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xui4>, tensor<3xui4>) -> ()
  return
}

// -----

// element_type_ui8: elements of type ui8
//   power: For integers: integer exponentiation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[3, 255, 0]> : tensor<3xui8>
  %rhs = stablehlo.constant dense<[5, 1, 0]> : tensor<3xui8>
  %result = "stablehlo.power"(%lhs, %rhs) : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xui8>
  %expected = stablehlo.constant dense<[243, 255, 1]> : tensor<3xui8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xui8>, tensor<3xui8>) -> ()
  return
}

// -----

// element_type_ui16: elements of type ui16
//   power: For integers: integer exponentiation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[3, 65535, 0]> : tensor<3xui16>
  %rhs = stablehlo.constant dense<[10, 1, 0]> : tensor<3xui16>
  %result = "stablehlo.power"(%lhs, %rhs) : (tensor<3xui16>, tensor<3xui16>) -> tensor<3xui16>
  %expected = stablehlo.constant dense<[59049, 65535, 1]> : tensor<3xui16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xui16>, tensor<3xui16>) -> ()
  return
}

// -----

// element_type_ui32: elements of type ui32
//   power: For integers: integer exponentiation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[3, 4294967295, 0]> : tensor<3xui32>
  %rhs = stablehlo.constant dense<[20, 1, 0]> : tensor<3xui32>
  %result = "stablehlo.power"(%lhs, %rhs) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
  %expected = stablehlo.constant dense<[3486784401, 4294967295, 1]> : tensor<3xui32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xui32>, tensor<3xui32>) -> ()
  return
}

// -----

// element_type_ui64: elements of type ui64
//   power: For integers: integer exponentiation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[3, 18446744073709551615, 0]> : tensor<3xui64>
  %rhs = stablehlo.constant dense<[40, 1, 0]> : tensor<3xui64>
  %result = "stablehlo.power"(%lhs, %rhs) : (tensor<3xui64>, tensor<3xui64>) -> tensor<3xui64>
  %expected = stablehlo.constant dense<[12157665459056928801, 18446744073709551615, 1]> : tensor<3xui64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xui64>, tensor<3xui64>) -> ()
  return
}
