// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/element_types.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_i4: elements of type i4
//   xor: For integers: bitwise XOR.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[3, 7, -8]> : tensor<3xi4>
  %rhs = stablehlo.constant dense<[1, 3, 1]> : tensor<3xi4>
  %result = "stablehlo.xor"(%lhs, %rhs) : (tensor<3xi4>, tensor<3xi4>) -> tensor<3xi4>
  %expected = stablehlo.constant dense<[2, 4, -7]> : tensor<3xi4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi4>, tensor<3xi4>) -> ()
  return
}

// -----

// element_type_i8: elements of type i8
//   xor: For integers: bitwise XOR.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[51, 127, -128]> : tensor<3xi8>
  %rhs = stablehlo.constant dense<[18, 51, 18]> : tensor<3xi8>
  %result = "stablehlo.xor"(%lhs, %rhs) : (tensor<3xi8>, tensor<3xi8>) -> tensor<3xi8>
  %expected = stablehlo.constant dense<[33, 76, -110]> : tensor<3xi8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi8>, tensor<3xi8>) -> ()
  return
}

// -----

// element_type_i16: elements of type i16
//   xor: For integers: bitwise XOR.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[13107, 32767, -32768]> : tensor<3xi16>
  %rhs = stablehlo.constant dense<[4681, 13107, 4681]> : tensor<3xi16>
  %result = "stablehlo.xor"(%lhs, %rhs) : (tensor<3xi16>, tensor<3xi16>) -> tensor<3xi16>
  %expected = stablehlo.constant dense<[8570, 19660, -28087]> : tensor<3xi16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi16>, tensor<3xi16>) -> ()
  return
}

// -----

// element_type_i32: elements of type i32
//   xor: For integers: bitwise XOR.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[858993459, 2147483647, -2147483648]> : tensor<3xi32>
  %rhs = stablehlo.constant dense<[306783378, 858993459, 306783378]> : tensor<3xi32>
  %result = "stablehlo.xor"(%lhs, %rhs) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %expected = stablehlo.constant dense<[561649569, 1288490188, -1840700270]> : tensor<3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  return
}

// -----

// element_type_i64: elements of type i64
//   xor: For integers: bitwise XOR.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[3689348814741910323, 9223372036854775807, -9223372036854775808]> : tensor<3xi64>
  %rhs = stablehlo.constant dense<[1317624576693539401, 3689348814741910323, 1317624576693539401]> : tensor<3xi64>
  %result = "stablehlo.xor"(%lhs, %rhs) : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  %expected = stablehlo.constant dense<[2412266532715864442, 5534023222112865484, -7905747460161236407]> : tensor<3xi64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi64>, tensor<3xi64>) -> ()
  return
}

// -----

// element_type_ui4: elements of type ui4
//   xor: For integers: bitwise XOR.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[7, 15, 0]> : tensor<3xui4>
  %rhs = stablehlo.constant dense<[2, 7, 2]> : tensor<3xui4>
  %result = "stablehlo.xor"(%lhs, %rhs) : (tensor<3xui4>, tensor<3xui4>) -> tensor<3xui4>
  %expected = stablehlo.constant dense<[5, 8, 2]> : tensor<3xui4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xui4>, tensor<3xui4>) -> ()
  return
}

// -----

// element_type_ui8: elements of type ui8
//   xor: For integers: bitwise XOR.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[103, 255, 0]> : tensor<3xui8>
  %rhs = stablehlo.constant dense<[36, 103, 36]> : tensor<3xui8>
  %result = "stablehlo.xor"(%lhs, %rhs) : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xui8>
  %expected = stablehlo.constant dense<[67, 152, 36]> : tensor<3xui8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xui8>, tensor<3xui8>) -> ()
  return
}

// -----

// element_type_ui16: elements of type ui16
//   xor: For integers: bitwise XOR.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[26215, 65535, 0]> : tensor<3xui16>
  %rhs = stablehlo.constant dense<[9362, 26215, 9362]> : tensor<3xui16>
  %result = "stablehlo.xor"(%lhs, %rhs) : (tensor<3xui16>, tensor<3xui16>) -> tensor<3xui16>
  %expected = stablehlo.constant dense<[17141, 39320, 9362]> : tensor<3xui16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xui16>, tensor<3xui16>) -> ()
  return
}

// -----

// element_type_ui32: elements of type ui32
//   xor: For integers: bitwise XOR.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1717986919, 4294967295, 0]> : tensor<3xui32>
  %rhs = stablehlo.constant dense<[613566756, 1717986919, 613566756]> : tensor<3xui32>
  %result = "stablehlo.xor"(%lhs, %rhs) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
  %expected = stablehlo.constant dense<[1123299139, 2576980376, 613566756]> : tensor<3xui32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xui32>, tensor<3xui32>) -> ()
  return
}

// -----

// element_type_ui64: elements of type ui64
//   xor: For integers: bitwise XOR.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[7378697629483820647, 18446744073709551615, 0]> : tensor<3xui64>
  %rhs = stablehlo.constant dense<[2635249153387078802, 7378697629483820647, 2635249153387078802]> : tensor<3xui64>
  %result = "stablehlo.xor"(%lhs, %rhs) : (tensor<3xui64>, tensor<3xui64>) -> tensor<3xui64>
  %expected = stablehlo.constant dense<[4824533065431728885, 11068046444225730968, 2635249153387078802]> : tensor<3xui64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xui64>, tensor<3xui64>) -> ()
  return
}
