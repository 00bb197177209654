// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/element_types.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_i4: elements of type i4
//   clamp: result = minimum(maximum(operand, min), max)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %min = stablehlo.constant dense<[1, 1, -8]> : tensor<3xi4>
  %operand = stablehlo.constant dense<[7, -8, 3]> : tensor<3xi4>
  %max = stablehlo.constant dense<[6, 7, 7]> : tensor<3xi4>
  %result = "stablehlo.clamp"(%min, %operand, %max) : (tensor<3xi4>, tensor<3xi4>, tensor<3xi4>) -> tensor<3xi4>
  %expected = stablehlo.constant dense<[6, 1, 3]> : tensor<3xi4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi4>, tensor<3xi4>) -> ()
  return
}

// -----

// element_type_i8: elements of type i8
//   clamp: result = minimum(maximum(operand, min), max)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %min = stablehlo.constant dense<[18, 18, -128]> : tensor<3xi8>
  %operand = stablehlo.constant dense<[127, -128, 51]> : tensor<3xi8>
  %max = stablehlo.constant dense<[126, 127, 127]> : tensor<3xi8>
  %result = "stablehlo.clamp"(%min, %operand, %max) : (tensor<3xi8>, tensor<3xi8>, tensor<3xi8>) -> tensor<3xi8>
  %expected = stablehlo.constant dense<[126, 18, 51]> : tensor<3xi8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi8>, tensor<3xi8>) -> ()
  return
}

// -----

// element_type_i16: elements of type i16
//   clamp: result = minimum(maximum(operand, min), max)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %min = stablehlo.constant dense<[4681, 4681, -32768]> : tensor<3xi16>
  %operand = stablehlo.constant dense<[32767, -32768, 13107]> : tensor<3xi16>
  %max = stablehlo.constant dense<[32766, 32767, 32767]> : tensor<3xi16>
  %result = "stablehlo.clamp"(%min, %operand, %max) : (tensor<3xi16>, tensor<3xi16>, tensor<3xi16>) -> tensor<3xi16>
  %expected = stablehlo.constant dense<[32766, 4681, 13107]> : tensor<3xi16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi16>, tensor<3xi16>) -> ()
  return
}

// -----

// element_type_i32: elements of type i32
//   clamp: result = minimum(maximum(operand, min), max)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %min = stablehlo.constant dense<[306783378, 306783378, -2147483648]> : tensor<3xi32>
  %operand = stablehlo.constant dense<[2147483647, -2147483648, 858993459]> : tensor<3xi32>
  %max = stablehlo.constant dense<[2147483646, 2147483647, 2147483647]> : tensor<3xi32>
  %result = "stablehlo.clamp"(%min, %operand, %max) : (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %expected = stablehlo.constant dense<[2147483646, 306783378, 858993459]> : tensor<3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  return
}

// -----

// element_type_i64: elements of type i64
//   clamp: result = minimum(maximum(operand, min), max)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %min = stablehlo.constant dense<[1317624576693539401, 1317624576693539401, -9223372036854775808]> : tensor<3xi64>
  %operand = stablehlo.constant dense<[9223372036854775807, -9223372036854775808, 3689348814741910323]> : tensor<3xi64>
  %max = stablehlo.constant dense<[9223372036854775806, 9223372036854775807, 9223372036854775807]> : tensor<3xi64>
  %result = "stablehlo.clamp"(%min, %operand, %max) : (tensor<3xi64>, tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  %expected = stablehlo.constant dense<[9223372036854775806, 1317624576693539401, 3689348814741910323]> : tensor<3xi64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi64>, tensor<3xi64>) -> ()
  return
}

// -----

// element_type_ui4: elements of type ui4
//   clamp: result = minimum(maximum(operand, min), max)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %min = stablehlo.constant dense<[2, 2, 0]> : tensor<3xui4>
  %operand = stablehlo.constant dense<[15, 0, 7]> : tensor<3xui4>
  %max = stablehlo.constant dense<[14, 15, 15]> : tensor<3xui4>
  %result = "stablehlo.clamp"(%min, %operand, %max) : (tensor<3xui4>, tensor<3xui4>, tensor<3xui4>) -> tensor<3xui4>
  %expected = stablehlo.constant dense<[14, 2, 7]> : tensor<3xui4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xui4>, tensor<3xui4>) -> ()
  return
}

// -----

// element_type_ui8: elements of type ui8
//   clamp: result = minimum(maximum(operand, min), max)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %min = stablehlo.constant dense<[36, 36, 0]> : tensor<3xui8>
  %operand = stablehlo.constant dense<[255, 0, 103]> : tensor<3xui8>
  %max = stablehlo.constant dense<[254, 255, 255]> : tensor<3xui8>
  %result = "stablehlo.clamp"(%min, %operand, %max) : (tensor<3xui8>, tensor<3xui8>, tensor<3xui8>) -> tensor<3xui8>
  %expected = stablehlo.constant dense<[254, 36, 103]> : tensor<3xui8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xui8>, tensor<3xui8>) -> ()
  return
}

// -----

// element_type_ui16: elements of type ui16
//   clamp: result = minimum(maximum(operand, min), max)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %min = stablehlo.constant dense<[9362, 9362, 0]> : tensor<3xui16>
  %operand = stablehlo.constant dense<[65535, 0, 26215]> : tensor<3xui16>
  %max = stablehlo.constant dense<[65534, 65535, 65535]> : tensor<3xui16>
  %result = "stablehlo.clamp"(%min, %operand, %max) : (tensor<3xui16>, tensor<3xui16>, tensor<3xui16>) -> tensor<3xui16>
  %expected = stablehlo.constant dense<[65534, 9362, 26215]> : tensor<3xui16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xui16>, tensor<3xui16>) -> ()
  return
}

// -----

// element_type_ui32: elements of type ui32
//   clamp: result = minimum(maximum(operand, min), max)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %min = stablehlo.constant dense<[613566756, 613566756, 0]> : tensor<3xui32>
  %operand = stablehlo.constant dense<[4294967295, 0, 1717986919]> : tensor<3xui32>
  %max = stablehlo.constant dense<[4294967294, 4294967295, 4294967295]> : tensor<3xui32>
  %result = "stablehlo.clamp"(%min, %operand, %max) : (tensor<3xui32>, tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
  %expected = stablehlo.constant dense<[4294967294, 613566756, 1717986919]> : tensor<3xui32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xui32>, tensor<3xui32>) -> ()
  return
}

// -----

// element_type_ui64: elements of type ui64
//   clamp: result = minimum(maximum(operand, min), max)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %min = stablehlo.constant dense<[2635249153387078802, 2635249153387078802, 0]> : tensor<3xui64>
  %operand = stablehlo.constant dense<[18446744073709551615, 0, 7378697629483820647]> : tensor<3xui64>
  %max = stablehlo.constant dense<[18446744073709551614, 18446744073709551615, 18446744073709551615]> : tensor<3xui64>
  %result = "stablehlo.clamp"(%min, %operand, %max) : (tensor<3xui64>, tensor<3xui64>, tensor<3xui64>) -> tensor<3xui64>
  %expected = stablehlo.constant dense<[18446744073709551614, 2635249153387078802, 7378697629483820647]> : tensor<3xui64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xui64>, tensor<3xui64>) -> ()
  return
}
