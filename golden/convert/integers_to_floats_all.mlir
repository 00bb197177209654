// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/element_types.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// i4_to_f32: i4 in f32
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[-8, 7, 1, 0]> : tensor<4xi4>
  %result = "stablehlo.convert"(%operand) : (tensor<4xi4>) -> tensor<4xf32>
  %expected = stablehlo.constant dense<[-8.0, 7.0, 1.0, 0.0]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}

// -----

// i4_to_f64: i4 in f64
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[-8, 7, 1, 0]> : tensor<4xi4>
  %result = "stablehlo.convert"(%operand) : (tensor<4xi4>) -> tensor<4xf64>
  %expected = stablehlo.constant dense<[-8.0, 7.0, 1.0, 0.0]> : tensor<4xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf64>, tensor<4xf64>) -> ()
  return
}

// -----

// i8_to_f32: i8 in f32
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[-128, 127, 1, 0]> : tensor<4xi8>
  %result = "stablehlo.convert"(%operand) : (tensor<4xi8>) -> tensor<4xf32>
  %expected = stablehlo.constant dense<[-128.0, 127.0, 1.0, 0.0]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}

// -----

// i8_to_f64: i8 in f64
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[-128, 127, 1, 0]> : tensor<4xi8>
  %result = "stablehlo.convert"(%operand) : (tensor<4xi8>) -> tensor<4xf64>
  %expected = stablehlo.constant dense<[-128.0, 127.0, 1.0, 0.0]> : tensor<4xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf64>, tensor<4xf64>) -> ()
  return
}

// -----

// i16_to_f32: i16 in f32
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[-32768, 32767, 1, 0]> : tensor<4xi16>
  %result = "stablehlo.convert"(%operand) : (tensor<4xi16>) -> tensor<4xf32>
  %expected = stablehlo.constant dense<[-32768.0, 32767.0, 1.0, 0.0]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}

// -----

// i16_to_f64: i16 in f64
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[-32768, 32767, 1, 0]> : tensor<4xi16>
  %result = "stablehlo.convert"(%operand) : (tensor<4xi16>) -> tensor<4xf64>
  %expected = stablehlo.constant dense<[-32768.0, 32767.0, 1.0, 0.0]> : tensor<4xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf64>, tensor<4xf64>) -> ()
  return
}

// -----

// i32_to_f32: i32 in f32
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[-2147483648, 2147483520, 1, 0]> : tensor<4xi32>
  %result = "stablehlo.convert"(%operand) : (tensor<4xi32>) -> tensor<4xf32>
  %expected = stablehlo.constant dense<[-2147483648.0, 2147483520.0, 1.0, 0.0]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}

// -----

// i32_to_f64: i32 in f64
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[-2147483648, 2147483647, 1, 0]> : tensor<4xi32>
  %result = "stablehlo.convert"(%operand) : (tensor<4xi32>) -> tensor<4xf64>
  %expected = stablehlo.constant dense<[-2147483648.0, 2147483647.0, 1.0, 0.0]> : tensor<4xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf64>, tensor<4xf64>) -> ()
  return
}

// -----

// i64_to_f32: i64 in f32
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[-9223372036854775808, 9223371487098961920, 1, 0]> : tensor<4xi64>
  %result = "stablehlo.convert"(%operand) : (tensor<4xi64>) -> tensor<4xf32>
  %expected = stablehlo.constant dense<[-9.223372036854776e+18, 9.223371487098962e+18, 1.0, 0.0]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}

// -----

// i64_to_f64: i64 in f64
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[-9223372036854775808, 9223372036854774784, 1, 0]> : tensor<4xi64>
  %result = "stablehlo.convert"(%operand) : (tensor<4xi64>) -> tensor<4xf64>
  %expected = stablehlo.constant dense<[-9.223372036854776e+18, 9.223372036854775e+18, 1.0, 0.0]> : tensor<4xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf64>, tensor<4xf64>) -> ()
  return
}

// -----

// ui4_to_f32: ui4 in f32
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0, 15, 1, 0]> : tensor<4xui4>
  %result = "stablehlo.convert"(%operand) : (tensor<4xui4>) -> tensor<4xf32>
  %expected = stablehlo.constant dense<[0.0, 15.0, 1.0, 0.0]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}

// -----

// ui4_to_f64: ui4 in f64
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0, 15, 1, 0]> : tensor<4xui4>
  %result = "stablehlo.convert"(%operand) : (tensor<4xui4>) -> tensor<4xf64>
  %expected = stablehlo.constant dense<[0.0, 15.0, 1.0, 0.0]> : tensor<4xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf64>, tensor<4xf64>) -> ()
  return
}

// -----

// ui8_to_f32: ui8 in f32
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0, 255, 1, 0]> : tensor<4xui8>
  %result = "stablehlo.convert"(%operand) : (tensor<4xui8>) -> tensor<4xf32>
  %expected = stablehlo.constant dense<[0.0, 255.0, 1.0, 0.0]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}

// -----

// ui8_to_f64: ui8 in f64
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0, 255, 1, 0]> : tensor<4xui8>
  %result = "stablehlo.convert"(%operand) : (tensor<4xui8>) -> tensor<4xf64>
  %expected = stablehlo.constant dense<[0.0, 255.0, 1.0, 0.0]> : tensor<4xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf64>, tensor<4xf64>) -> ()
  return
}

// -----

// ui16_to_f32: ui16 in f32
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0, 65535, 1, 0]> : tensor<4xui16>
  %result = "stablehlo.convert"(%operand) : (tensor<4xui16>) -> tensor<4xf32>
  %expected = stablehlo.constant dense<[0.0, 65535.0, 1.0, 0.0]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}

// -----

// ui16_to_f64: ui16 in f64
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0, 65535, 1, 0]> : tensor<4xui16>
  %result = "stablehlo.convert"(%operand) : (tensor<4xui16>) -> tensor<4xf64>
  %expected = stablehlo.constant dense<[0.0, 65535.0, 1.0, 0.0]> : tensor<4xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf64>, tensor<4xf64>) -> ()
  return
}

// -----

// ui32_to_f32: ui32 in f32
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0, 4294967040, 1, 0]> : tensor<4xui32>
  %result = "stablehlo.convert"(%operand) : (tensor<4xui32>) -> tensor<4xf32>
  %expected = stablehlo.constant dense<[0.0, 4294967040.0, 1.0, 0.0]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}

// -----

// ui32_to_f64: ui32 in f64
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0, 4294967295, 1, 0]> : tensor<4xui32>
  %result = "stablehlo.convert"(%operand) : (tensor<4xui32>) -> tensor<4xf64>
  %expected = stablehlo.constant dense<[0.0, 4294967295.0, 1.0, 0.0]> : tensor<4xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf64>, tensor<4xf64>) -> ()
  return
}

// -----

// ui64_to_f32: ui64 in f32
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0, 18446742974197923840, 1, 0]> : tensor<4xui64>
  %result = "stablehlo.convert"(%operand) : (tensor<4xui64>) -> tensor<4xf32>
  %expected = stablehlo.constant dense<[0.0, 1.8446742974197924e+19, 1.0, 0.0]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}

// -----

// ui64_to_f64: ui64 in f64
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0, 18446744073709549568, 1, 0]> : tensor<4xui64>
  %result = "stablehlo.convert"(%operand) : (tensor<4xui64>) -> tensor<4xf64>
  %expected = stablehlo.constant dense<[0.0, 1.844674407370955e+19, 1.0, 0.0]> : tensor<4xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf64>, tensor<4xf64>) -> ()
  return
}
