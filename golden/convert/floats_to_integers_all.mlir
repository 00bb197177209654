// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/element_types.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// f32_to_i4: f32 in i4
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[-8.0, 7.0, 1.0, 0.0]> : tensor<4xf32>
  %result = "stablehlo.convert"(%operand) : (tensor<4xf32>) -> tensor<4xi4>
  %expected = stablehlo.constant dense<[-8, 7, 1, 0]> : tensor<4xi4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi4>, tensor<4xi4>) -> ()
  return
}

// -----

// f64_to_i4: f64 in i4
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[-8.0, 7.0, 1.0, 0.0]> : tensor<4xf64>
  %result = "stablehlo.convert"(%operand) : (tensor<4xf64>) -> tensor<4xi4>
  %expected = stablehlo.constant dense<[-8, 7, 1, 0]> : tensor<4xi4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi4>, tensor<4xi4>) -> ()
  return
}

// -----

// f32_to_i8: f32 in i8
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[-128.0, 127.0, 1.0, 0.0]> : tensor<4xf32>
  %result = "stablehlo.convert"(%operand) : (tensor<4xf32>) -> tensor<4xi8>
  %expected = stablehlo.constant dense<[-128, 127, 1, 0]> : tensor<4xi8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi8>, tensor<4xi8>) -> ()
  return
}

// -----

// f64_to_i8: f64 in i8
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[-128.0, 127.0, 1.0, 0.0]> : tensor<4xf64>
  %result = "stablehlo.convert"(%operand) : (tensor<4xf64>) -> tensor<4xi8>
  %expected = stablehlo.constant dense<[-128, 127, 1, 0]> : tensor<4xi8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi8>, tensor<4xi8>) -> ()
  return
}

// -----

// f32_to_i16: f32 in i16
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[-32768.0, 32767.0, 1.0, 0.0]> : tensor<4xf32>
  %result = "stablehlo.convert"(%operand) : (tensor<4xf32>) -> tensor<4xi16>
  %expected = stablehlo.constant dense<[-32768, 32767, 1, 0]> : tensor<4xi16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi16>, tensor<4xi16>) -> ()
  return
}

// -----

// f64_to_i16: f64 in i16
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[-32768.0, 32767.0, 1.0, 0.0]> : tensor<4xf64>
  %result = "stablehlo.convert"(%operand) : (tensor<4xf64>) -> tensor<4xi16>
  %expected = stablehlo.constant dense<[-32768, 32767, 1, 0]> : tensor<4xi16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi16>, tensor<4xi16>) -> ()
  return
}

// -----

// f32_to_i32: f32 in i32
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[-2147483648.0, 2147483520.0, 1.0, 0.0]> : tensor<4xf32>
  %result = "stablehlo.convert"(%operand) : (tensor<4xf32>) -> tensor<4xi32>
  %expected = stablehlo.constant dense<[-2147483648, 2147483520, 1, 0]> : tensor<4xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  return
}

// -----

// f64_to_i32: f64 in i32
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[-2147483648.0, 2147483647.0, 1.0, 0.0]> : tensor<4xf64>
  %result = "stablehlo.convert"(%operand) : (tensor<4xf64>) -> tensor<4xi32>
  %expected = stablehlo.constant dense<[-2147483648, 2147483647, 1, 0]> : tensor<4xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  return
}

// -----

// f32_to_i64: f32 in i64
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[-9.223372036854776e+18, 9.223371487098962e+18, 1.0, 0.0]> : tensor<4xf32>
  %result = "stablehlo.convert"(%operand) : (tensor<4xf32>) -> tensor<4xi64>
  %expected = stablehlo.constant dense<[-9223372036854775808, 9223371487098961920, 1, 0]> : tensor<4xi64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
  return
}

// -----

// f64_to_i64: f64 in i64
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[-9.223372036854776e+18, 9.223372036854775e+18, 1.0, 0.0]> : tensor<4xf64>
  %result = "stablehlo.convert"(%operand) : (tensor<4xf64>) -> tensor<4xi64>
  %expected = stablehlo.constant dense<[-9223372036854775808, 9223372036854774784, 1, 0]> : tensor<4xi64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
  return
}

// -----

// f32_to_ui4: f32 in ui4
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.0, 15.0, 1.0, 0.0]> : tensor<4xf32>
  %result = "stablehlo.convert"(%operand) : (tensor<4xf32>) -> tensor<4xui4>
  %expected = stablehlo.constant dense<[0, 15, 1, 0]> : tensor<4xui4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xui4>, tensor<4xui4>) -> ()
  return
}

// -----

// f64_to_ui4: f64 in ui4
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.0, 15.0, 1.0, 0.0]> : tensor<4xf64>
  %result = "stablehlo.convert"(%operand) : (tensor<4xf64>) -> tensor<4xui4>
  %expected = stablehlo.constant dense<[0, 15, 1, 0]> : tensor<4xui4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xui4>, tensor<4xui4>) -> ()
  return
}

// -----

// f32_to_ui8: f32 in ui8
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.0, 255.0, 1.0, 0.0]> : tensor<4xf32>
  %result = "stablehlo.convert"(%operand) : (tensor<4xf32>) -> tensor<4xui8>
  %expected = stablehlo.constant dense<[0, 255, 1, 0]> : tensor<4xui8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xui8>, tensor<4xui8>) -> ()
  return
}

// -----

// f64_to_ui8: f64 in ui8
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.0, 255.0, 1.0, 0.0]> : tensor<4xf64>
  %result = "stablehlo.convert"(%operand) : (tensor<4xf64>) -> tensor<4xui8>
  %expected = stablehlo.constant dense<[0, 255, 1, 0]> : tensor<4xui8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xui8>, tensor<4xui8>) -> ()
  return
}

// -----

// f32_to_ui16: f32 in ui16
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.0, 65535.0, 1.0, 0.0]> : tensor<4xf32>
  %result = "stablehlo.convert"(%operand) : (tensor<4xf32>) -> tensor<4xui16>
  %expected = stablehlo.constant dense<[0, 65535, 1, 0]> : tensor<4xui16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xui16>, tensor<4xui16>) -> ()
  return
}

// -----

// f64_to_ui16: f64 in ui16
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.0, 65535.0, 1.0, 0.0]> : tensor<4xf64>
  %result = "stablehlo.convert"(%operand) : (tensor<4xf64>) -> tensor<4xui16>
  %expected = stablehlo.constant dense<[0, 65535, 1, 0]> : tensor<4xui16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xui16>, tensor<4xui16>) -> ()
  return
}

// -----

// f32_to_ui32: f32 in ui32
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.0, 4294967040.0, 1.0, 0.0]> : tensor<4xf32>
  %result = "stablehlo.convert"(%operand) : (tensor<4xf32>) -> tensor<4xui32>
  %expected = stablehlo.constant dense<[0, 4294967040, 1, 0]> : tensor<4xui32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xui32>, tensor<4xui32>) -> ()
  return
}

// -----

// f64_to_ui32: f64 in ui32
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.0, 4294967295.0, 1.0, 0.0]> : tensor<4xf64>
  %result = "stablehlo.convert"(%operand) : (tensor<4xf64>) -> tensor<4xui32>
  %expected = stablehlo.constant dense<[0, 4294967295, 1, 0]> : tensor<4xui32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xui32>, tensor<4xui32>) -> ()
  return
}

// -----

// f32_to_ui64: f32 in ui64
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.0, 1.8446742974197924e+19, 1.0, 0.0]> : tensor<4xf32>
  %result = "stablehlo.convert"(%operand) : (tensor<4xf32>) -> tensor<4xui64>
  %expected = stablehlo.constant dense<[0, 18446742974197923840, 1, 0]> : tensor<4xui64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xui64>, tensor<4xui64>) -> ()
  return
}

// -----

// f64_to_ui64: f64 in ui64
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.0, 1.844674407370955e+19, 1.0, 0.0]> : tensor<4xf64>
  %result = "stablehlo.convert"(%operand) : (tensor<4xf64>) -> tensor<4xui64>
  %expected = stablehlo.constant dense<[0, 18446744073709549568, 1, 0]> : tensor<4xui64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xui64>, tensor<4xui64>) -> ()
  return
}
