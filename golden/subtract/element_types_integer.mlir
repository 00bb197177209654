// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/element_types.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_i4: elements of type i4
//   subtract: For integers: integer subtraction.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[3, -3, 7]> : tensor<3xi4>
  %rhs = stablehlo.constant dense<1> : tensor<3xi4>
  %result = "stablehlo.subtract"(%lhs, %rhs) : (tensor<3xi4>, tensor<3xi4>) -> tensor<3xi4>
  %expected = stablehlo.constant dense<[2, -4, 6]> : tensor<3xi4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi4>, tensor<3xi4>) -> ()
  return
}

// -----

// element_type_i8: elements of type i8
//   subtract: For integers: integer subtraction.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[51, -43, 127]> : tensor<3xi8>
  %rhs = stablehlo.constant dense<[18, 25, 1]> : tensor<3xi8>
  %result = "stablehlo.subtract"(%lhs, %rhs) : (tensor<3xi8>, tensor<3xi8>) -> tensor<3xi8>
  %expected = stablehlo.constant dense<[33, -68, 126]> : tensor<3xi8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi8>, tensor<3xi8>) -> ()
  return
}

// -----

// element_type_i16: elements of type i16
//   subtract: For integers: integer subtraction.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[13107, -10923, 32767]> : tensor<3xi16>
  %rhs = stablehlo.constant dense<[4681, 6553, 1]> : tensor<3xi16>
  %result = "stablehlo.subtract"(%lhs, %rhs) : (tensor<3xi16>, tensor<3xi16>) -> tensor<3xi16>
  %expected = stablehlo.constant dense<[8426, -17476, 32766]> : tensor<3xi16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi16>, tensor<3xi16>) -> ()
  return
}

// -----

// element_type_i32: elements of type i32
//   subtract: For integers: integer subtraction.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[858993459, -715827883, 2147483647]> : tensor<3xi32>
  %rhs = stablehlo.constant dense<[306783378, 429496729, 1]> : tensor<3xi32>
  %result = "stablehlo.subtract"(%lhs, %rhs) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %expected = stablehlo.constant dense<[552210081, -1145324612, 2147483646]> : tensor<3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  return
}

// -----

// element_type_i64: elements of type i64
//   subtract: For integers: integer subtraction.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[3689348814741910323, -3074457345618258603, 9223372036854775807]> : tensor<3xi64>
  %rhs = stablehlo.constant dense<[1317624576693539401, 1844674407370955161, 1]> : tensor<3xi64>
  %result = "stablehlo.subtract"(%lhs, %rhs) : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  %expected = stablehlo.constant dense<[2371724238048370922, -4919131752989213764, 9223372036854775806]> : tensor<3xi64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi64>, tensor<3xi64>) -> ()
  return
}

// -----

// element_type_ui4: elements of type ui4
//   subtract: For integers: integer subtraction.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[7, 5, 15]> : tensor<3xui4>
  %rhs = stablehlo.constant dense<[2, 1, 1]> : tensor<3xui4>
  %result = "stablehlo.subtract"(%lhs, %rhs) : (tensor<3xui4>, tensor<3xui4>) -> tensor<3xui4>
  %expected = stablehlo.constant dense<[5, 4, 14]> : tensor<3xui4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xui4>, tensor<3xui4>) -> ()
  return
}

// -----

// element_type_ui8: elements of type ui8
//   subtract: For integers: integer subtraction.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[103, 85, 255]> : tensor<3xui8>
  %rhs = stablehlo.constant dense<[36, 1, 1]> : tensor<3xui8>
  %result = "stablehlo.subtract"(%lhs, %rhs) : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xui8>
  %expected = stablehlo.constant dense<[67, 84, 254]> : tensor<3xui8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xui8>, tensor<3xui8>) -> ()
  return
}

// -----

// element_type_ui16: elements of type ui16
//   subtract: For integers: integer subtraction.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[26215, 21845, 65535]> : tensor<3xui16>
  %rhs = stablehlo.constant dense<[9362, 1, 1]> : tensor<3xui16>
  %result = "stablehlo.subtract"(%lhs, %rhs) : (tensor<3xui16>, tensor<3xui16>) -> tensor<3xui16>
  %expected = stablehlo.constant dense<[16853, 21844, 65534]> : tensor<3xui16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xui16>, tensor<3xui16>) -> ()
  return
}

// -----

// element_type_ui32: elements of type ui32
//   subtract: For integers: integer subtraction.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1717986919, 1431655765, 4294967295]> : tensor<3xui32>
  %rhs = stablehlo.constant dense<[613566756, 1, 1]> : tensor<3xui32>
  %result = "stablehlo.subtract"(%lhs, %rhs) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
  %expected = stablehlo.constant dense<[1104420163, 1431655764, 4294967294]> : tensor<3xui32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xui32>, tensor<3xui32>) -> ()
  return
}

// -----

// element_type_ui64: elements of type ui64
//   subtract: For integers: integer subtraction.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[7378697629483820647, 6148914691236517205, 18446744073709551615]> : tensor<3xui64>
  %rhs = stablehlo.constant dense<[2635249153387078802, 1, 1]> : tensor<3xui64>
  %result = "stablehlo.subtract"(%lhs, %rhs) : (tensor<3xui64>, tensor<3xui64>) -> tensor<3xui64>
  %expected = stablehlo.constant dense<[4743448476096741845, 6148914691236517204, 18446744073709551614]> : tensor<3xui64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xui64>, tensor<3xui64>) -> ()
  return
}
