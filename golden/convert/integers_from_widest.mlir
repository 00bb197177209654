// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/element_types.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// i64_to_i4: i64 within i4
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[-8, 7, 3, 0]> : tensor<4xi64>
  %result = "stablehlo.convert"(%operand) : (tensor<4xi64>) -> tensor<4xi4>
  %expected = stablehlo.constant dense<[-8, 7, 3, 0]> : tensor<4xi4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi4>, tensor<4xi4>) -> ()
  return
}

// -----

// i64_to_i8: i64 within i8
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[-128, 127, 51, 0]> : tensor<4xi64>
  %result = "stablehlo.convert"(%operand) : (tensor<4xi64>) -> tensor<4xi8>
  %expected = stablehlo.constant dense<[-128, 127, 51, 0]> : tensor<4xi8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi8>, tensor<4xi8>) -> ()
  return
}

// -----

// i64_to_i16: i64 within i16
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[-32768, 32767, 13107, 0]> : tensor<4xi64>
  %result = "stablehlo.convert"(%operand) : (tensor<4xi64>) -> tensor<4xi16>
  %expected = stablehlo.constant dense<[-32768, 32767, 13107, 0]> : tensor<4xi16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi16>, tensor<4xi16>) -> ()
  return
}

// -----

// i64_to_i32: i64 within i32
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[-2147483648, 2147483647, 858993459, 0]> : tensor<4xi64>
  %result = "stablehlo.convert"(%operand) : (tensor<4xi64>) -> tensor<4xi32>
  %expected = stablehlo.constant dense<[-2147483648, 2147483647, 858993459, 0]> : tensor<4xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  return
}

// -----

// i64_to_ui4: i64 within ui4
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0, 15, 7, 0]> : tensor<4xi64>
  %result = "stablehlo.convert"(%operand) : (tensor<4xi64>) -> tensor<4xui4>
  %expected = stablehlo.constant dense<[0, 15, 7, 0]> : tensor<4xui4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xui4>, tensor<4xui4>) -> ()
  return
}

// -----

// ui64_to_ui4: ui64 within ui4
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0, 15, 7, 0]> : tensor<4xui64>
  %result = "stablehlo.convert"(%operand) : (tensor<4xui64>) -> tensor<4xui4>
  %expected = stablehlo.constant dense<[0, 15, 7, 0]> : tensor<4xui4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xui4>, tensor<4xui4>) -> ()
  return
}

// -----

// i64_to_ui8: i64 within ui8
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0, 255, 103, 0]> : tensor<4xi64>
  %result = "stablehlo.convert"(%operand) : (tensor<4xi64>) -> tensor<4xui8>
  %expected = stablehlo.constant dense<[0, 255, 103, 0]> : tensor<4xui8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xui8>, tensor<4xui8>) -> ()
  return
}

// -----

// ui64_to_ui8: ui64 within ui8
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0, 255, 103, 0]> : tensor<4xui64>
  %result = "stablehlo.convert"(%operand) : (tensor<4xui64>) -> tensor<4xui8>
  %expected = stablehlo.constant dense<[0, 255, 103, 0]> : tensor<4xui8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xui8>, tensor<4xui8>) -> ()
  return
}

// -----

// i64_to_ui16: i64 within ui16
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0, 65535, 26215, 0]> : tensor<4xi64>
  %result = "stablehlo.convert"(%operand) : (tensor<4xi64>) -> tensor<4xui16>
  %expected = stablehlo.constant dense<[0, 65535, 26215, 0]> : tensor<4xui16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xui16>, tensor<4xui16>) -> ()
  return
}

// -----

// ui64_to_ui16: ui64 within ui16
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0, 65535, 26215, 0]> : tensor<4xui64>
  %result = "stablehlo.convert"(%operand) : (tensor<4xui64>) -> tensor<4xui16>
  %expected = stablehlo.constant dense<[0, 65535, 26215, 0]> : tensor<4xui16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xui16>, tensor<4xui16>) -> ()
  return
}

// -----

// i64_to_ui32: i64 within ui32
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0, 4294967295, 1717986919, 0]> : tensor<4xi64>
  %result = "stablehlo.convert"(%operand) : (tensor<4xi64>) -> tensor<4xui32>
  %expected = stablehlo.constant dense<[0, 4294967295, 1717986919, 0]> : tensor<4xui32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xui32>, tensor<4xui32>) -> ()
  return
}

// -----

// ui64_to_ui32: ui64 within ui32
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0, 4294967295, 1717986919, 0]> : tensor<4xui64>
  %result = "stablehlo.convert"(%operand) : (tensor<4xui64>) -> tensor<4xui32>
  %expected = stablehlo.constant dense<[0, 4294967295, 1717986919, 0]> : tensor<4xui32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xui32>, tensor<4xui32>) -> ()
  return
}
