// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/element_types.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_i4: elements of type i4
//   negate: For signed integers: integer negation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[-7, 7, -3, 0]> : tensor<4xi4>
  %result = "stablehlo.negate"(%operand) : (tensor<4xi4>) -> tensor<4xi4>
  %expected = stablehlo.constant dense<[7, -7, 3, 0]> : tensor<4xi4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi4>, tensor<4xi4>) -> ()
  return
}

// -----

// element_type_i8: elements of type i8
//   negate: For signed integers: integer negation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[-127, 127, -51, 0]> : tensor<4xi8>
  %result = "stablehlo.negate"(%operand) : (tensor<4xi8>) -> tensor<4xi8>
  %expected = stablehlo.constant dense<[127, -127, 51, 0]> : tensor<4xi8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi8>, tensor<4xi8>) -> ()
  return
}

// -----

// element_type_i16: elements of type i16
//   negate: For signed integers: integer negation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[-32767, 32767, -13107, 0]> : tensor<4xi16>
  %result = "stablehlo.negate"(%operand) : (tensor<4xi16>) -> tensor<4xi16>
  %expected = stablehlo.constant dense<[32767, -32767, 13107, 0]> : tensor<4xi16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi16>, tensor<4xi16>) -> ()
  return
}

// -----

// element_type_i32: elements of type i32
//   negate: For signed integers: integer negation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[-2147483647, 2147483647, -858993459, 0]> : tensor<4xi32>
  %result = "stablehlo.negate"(%operand) : (tensor<4xi32>) -> tensor<4xi32>
  %expected = stablehlo.constant dense<[2147483647, -2147483647, 858993459, 0]> : tensor<4xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  return
}

// -----

// element_type_i64: elements of type i64
//   negate: For signed integers: integer negation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[-9223372036854775807, 9223372036854775807, -3689348814741910323, 0]> : tensor<4xi64>
  %result = "stablehlo.negate"(%operand) : (tensor<4xi64>) -> tensor<4xi64>
  %expected = stablehlo.constant dense<[9223372036854775807, -9223372036854775807, 3689348814741910323, 0]> : tensor<4xi64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
  return
}
