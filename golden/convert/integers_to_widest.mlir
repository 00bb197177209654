// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/element_types.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// i4_to_i64: i4 is part of i64
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[-8, 7, 3, 0]> : tensor<4xi4>
  %result = "stablehlo.convert"(%operand) : (tensor<4xi4>) -> tensor<4xi64>
  %expected = stablehlo.constant dense<[-8, 7, 3, 0]> : tensor<4xi64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
  return
}

// -----

// i8_to_i64: i8 is part of i64
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[-128, 127, 51, 0]> : tensor<4xi8>
  %result = "stablehlo.convert"(%operand) : (tensor<4xi8>) -> tensor<4xi64>
  %expected = stablehlo.constant dense<[-128, 127, 51, 0]> : tensor<4xi64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
  return
}

// -----

// i16_to_i64: i16 is part of i64
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[-32768, 32767, 13107, 0]> : tensor<4xi16>
  %result = "stablehlo.convert"(%operand) : (tensor<4xi16>) -> tensor<4xi64>
  %expected = stablehlo.constant dense<[-32768, 32767, 13107, 0]> : tensor<4xi64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
  return
}

// -----

// i32_to_i64: i32 is part of i64
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[-2147483648, 2147483647, 858993459, 0]> : tensor<4xi32>
  %result = "stablehlo.convert"(%operand) : (tensor<4xi32>) -> tensor<4xi64>
  %expected = stablehlo.constant dense<[-2147483648, 2147483647, 858993459, 0]> : tensor<4xi64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
  return
}

// -----

// ui4_to_i64: ui4 is part of i64
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0, 15, 7, 0]> : tensor<4xui4>
  %result = "stablehlo.convert"(%operand) : (tensor<4xui4>) -> tensor<4xi64>
  %expected = stablehlo.constant dense<[0, 15, 7, 0]> : tensor<4xi64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
  return
}

// -----

// ui4_to_ui64: ui4 is part of ui64
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0, 15, 7, 0]> : tensor<4xui4>
  %result = "stablehlo.convert"(%operand) : (tensor<4xui4>) -> tensor<4xui64>
  %expected = stablehlo.constant dense<[0, 15, 7, 0]> : tensor<4xui64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xui64>, tensor<4xui64>) -> ()
  return
}

// -----

// ui8_to_i64: ui8 is part of i64
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0, 255, 103, 0]> : tensor<4xui8>
  %result = "stablehlo.convert"(%operand) : (tensor<4xui8>) -> tensor<4xi64>
  %expected = stablehlo.constant dense<[0, 255, 103, 0]> : tensor<4xi64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
  return
}

// -----

// ui8_to_ui64: ui8 is part of ui64
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0, 255, 103, 0]> : tensor<4xui8>
  %result = "stablehlo.convert"(%operand) : (tensor<4xui8>) -> tensor<4xui64>
  %expected = stablehlo.constant dense<[0, 255, 103, 0]> : tensor<4xui64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xui64>, tensor<4xui64>) -> ()
  return
}

// -----

// ui16_to_i64: ui16 is part of i64
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0, 65535, 26215, 0]> : tensor<4xui16>
  %result = "stablehlo.convert"(%operand) : (tensor<4xui16>) -> tensor<4xi64>
  %expected = stablehlo.constant dense<[0, 65535, 26215, 0]> : tensor<4xi64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
  return
}

// -----

// ui16_to_ui64: ui16 is part of ui64
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0, 65535, 26215, 0]> : tensor<4xui16>
  %result = "stablehlo.convert"(%operand) : (tensor<4xui16>) -> tensor<4xui64>
  %expected = stablehlo.constant dense<[0, 65535, 26215, 0]> : tensor<4xui64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xui64>, tensor<4xui64>) -> ()
  return
}

// -----

// ui32_to_i64: ui32 is part of i64
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0, 4294967295, 1717986919, 0]> : tensor<4xui32>
  %result = "stablehlo.convert"(%operand) : (tensor<4xui32>) -> tensor<4xi64>
  %expected = stablehlo.constant dense<[0, 4294967295, 1717986919, 0]> : tensor<4xi64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
  return
}

// -----

// ui32_to_ui64: ui32 is part of ui64
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0, 4294967295, 1717986919, 0]> : tensor<4xui32>
  %result = "stablehlo.convert"(%operand) : (tensor<4xui32>) -> tensor<4xui64>
  %expected = stablehlo.constant dense<[0, 4294967295, 1717986919, 0]> : tensor<4xui64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xui64>, tensor<4xui64>) -> ()
  return
}
