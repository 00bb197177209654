// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/element_types.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_i4: elements of type i4
//   multiply: For integers: integer multiplication.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1, -1, 7]> : tensor<3xi4>
  %rhs = stablehlo.constant dense<[5, 7, 1]> : tensor<3xi4>
  %result = "stablehlo.multiply"(%lhs, %rhs) : (tensor<3xi4>, tensor<3xi4>) -> tensor<3xi4>
  %expected = stablehlo.constant dense<[5, -7, 7]> : tensor<3xi4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi4>, tensor<3xi4>) -> ()
  return
}

// -----

// element_type_i8: elements of type i8
//   multiply: For integers: integer multiplication.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[18, -15, 127]> : tensor<3xi8>
  %rhs = stablehlo.constant dense<[5, 7, 1]> : tensor<3xi8>
  %result = "stablehlo.multiply"(%lhs, %rhs) : (tensor<3xi8>, tensor<3xi8>) -> tensor<3xi8>
  %expected = stablehlo.constant dense<[90, -105, 127]> : tensor<3xi8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi8>, tensor<3xi8>) -> ()
  return
}

// -----

// element_type_i16: elements of type i16
//   multiply: For integers: integer multiplication.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[4681, -3641, 32767]> : tensor<3xi16>
  %rhs = stablehlo.constant dense<[5, 7, 1]> : tensor<3xi16>
  %result = "stablehlo.multiply"(%lhs, %rhs) : (tensor<3xi16>, tensor<3xi16>) -> tensor<3xi16>
  %expected = stablehlo.constant dense<[23405, -25487, 32767]> : tensor<3xi16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi16>, tensor<3xi16>) -> ()
  return
}

// -----

// element_type_i32: elements of type i32
//   multiply: For integers: integer multiplication.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[306783378, -238609295, 2147483647]> : tensor<3xi32>
  %rhs = stablehlo.constant dense<[5, 7, 1]> : tensor<3xi32>
  %result = "stablehlo.multiply"(%lhs, %rhs) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %expected = stablehlo.constant dense<[1533916890, -1670265065, 2147483647]> : tensor<3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  return
}

// -----

// element_type_i64: elements of type i64
//   multiply: For integers: integer multiplication.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1317624576693539401, -1024819115206086201, 9223372036854775807]> : tensor<3xi64>
  %rhs = stablehlo.constant dense<[5, 7, 1]> : tensor<3xi64>
  %result = "stablehlo.multiply"(%lhs, %rhs) : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  %expected = stablehlo.constant dense<[6588122883467697005, -7173733806442603407, 9223372036854775807]> : tensor<3xi64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi64>, tensor<3xi64>) -> ()
  return
}

// -----

// element_type_ui4: elements of type ui4
//   multiply: For integers: integer multiplication.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[2, 0, 15]> : tensor<3xui4>
  %rhs = stablehlo.constant dense<[5, 7, 1]> : tensor<3xui4>
  %result = "stablehlo.multiply"(%lhs, %rhs) : (tensor<3xui4>, tensor<3xui4>) -> tensor<3xui4>
  %expected = stablehlo.constant dense<[10, 0, 15]> : tensor<3xui4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xui4>, tensor<3xui4>) -> ()
  return
}

// -----

// element_type_ui8: elements of type ui8
//   multiply: For integers: integer multiplication.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[36, 0, 255]> : tensor<3xui8>
  %rhs = stablehlo.constant dense<[5, 7, 1]> : tensor<3xui8>
  %result = "stablehlo.multiply"(%lhs, %rhs) : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xui8>
  %expected = stablehlo.constant dense<[180, 0, 255]> : tensor<3xui8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xui8>, tensor<3xui8>) -> ()
  return
}

// -----

// element_type_ui16: elements of type ui16
//   multiply: For integers: integer multiplication.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[9362, 0, 65535]> : tensor<3xui16>
  %rhs = stablehlo.constant dense<[5, 7, 1]> : tensor<3xui16>
  %result = "stablehlo.multiply"(%lhs, %rhs) : (tensor<3xui16>, tensor<3xui16>) -> tensor<3xui16>
  %expected = stablehlo.constant dense<[46810, 0, 65535]> : tensor<3xui16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xui16>, tensor<3xui16>) -> ()
  return
}

// -----

// element_type_ui32: elements of type ui32
//   multiply: For integers: integer multiplication.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[613566756, 0, 4294967295]> : tensor<3xui32>
  %rhs = stablehlo.constant dense<[5, 7, 1]> : tensor<3xui32>
  %result = "stablehlo.multiply"(%lhs, %rhs) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
  %expected = stablehlo.constant dense<[3067833780, 0, 4294967295]> : tensor<3xui32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xui32>, tensor<3xui32>) -> ()
  return
}

// -----

// element_type_ui64: elements of type ui64
//   multiply: For integers: integer multiplication.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[2635249153387078802, 0, 18446744073709551615]> : tensor<3xui64>
  %rhs = stablehlo.constant dense<[5, 7, 1]> : tensor<3xui64>
  %result = "stablehlo.multiply"(%lhs, %rhs) : (tensor<3xui64>, tensor<3xui64>) -> tensor<3xui64>
  %expected = stablehlo.constant dense<[13176245766935394010, 0, 18446744073709551615]> : tensor<3xui64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xui64>, tensor<3xui64>) -> ()
  return
}
