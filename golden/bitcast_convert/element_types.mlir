// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/element_types.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// f64_to_i64: the bits of f64
//   bitcast_convert: If num_bits(E') = num_bits(E), bits(result[i0, ..., iR-1]) = bits(operand[i0, ..., iR-1]).
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.5, -2.0, 0x8000000000000000]> : tensor<3xf64>
  %result = "stablehlo.bitcast_convert"(%operand) : (tensor<3xf64>) -> tensor<3xi64>
  %expected = stablehlo.constant dense<[4609434218613702656, -4611686018427387904, -9223372036854775808]> : tensor<3xi64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi64>, tensor<3xi64>) -> ()
  return
}

// -----

// i64_to_f64: bits as f64
//   bitcast_convert: If num_bits(E') = num_bits(E), bits(result[i0, ..., iR-1]) = bits(operand[i0, ..., iR-1]).
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[4609434218613702656, -4611686018427387904, -9223372036854775808]> : tensor<3xi64>
  %result = "stablehlo.bitcast_convert"(%operand) : (tensor<3xi64>) -> tensor<3xf64>
  %expected = stablehlo.constant dense<[1.5, -2.0, 0x8000000000000000]> : tensor<3xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xf64>, tensor<3xf64>) -> ()
  return
}

// -----

// f32_to_i32: the bits of f32
//   bitcast_convert: If num_bits(E') = num_bits(E), bits(result[i0, ..., iR-1]) = bits(operand[i0, ..., iR-1]).
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.5, -2.0, 0x80000000]> : tensor<3xf32>
  %result = "stablehlo.bitcast_convert"(%operand) : (tensor<3xf32>) -> tensor<3xi32>
  %expected = stablehlo.constant dense<[1069547520, -1073741824, -2147483648]> : tensor<3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  return
}

// -----

// i32_to_f32: bits as f32
//   bitcast_convert: If num_bits(E') = num_bits(E), bits(result[i0, ..., iR-1]) = bits(operand[i0, ..., iR-1]).
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1069547520, -1073741824, -2147483648]> : tensor<3xi32>
  %result = "stablehlo.bitcast_convert"(%operand) : (tensor<3xi32>) -> tensor<3xf32>
  %expected = stablehlo.constant dense<[1.5, -2.0, 0x80000000]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
  return
}

// -----

// f16_to_ui16: the bits of f16
//   bitcast_convert: If num_bits(E') = num_bits(E), bits(result[i0, ..., iR-1]) = bits(operand[i0, ..., iR-1]).
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.5, -2.0, 0x8000]> : tensor<3xf16>
  %result = "stablehlo.bitcast_convert"(%operand) : (tensor<3xf16>) -> tensor<3xui16>
  %expected = stablehlo.constant dense<[15872, 49152, 32768]> : tensor<3xui16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xui16>, tensor<3xui16>) -> ()
  return
}

// -----

// ui16_to_f16: bits as f16
//   bitcast_convert: If num_bits(E') = num_bits(E), bits(result[i0, ..., iR-1]) = bits(operand[i0, ..., iR-1]).
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[15872, 49152, 32768]> : tensor<3xui16>
  %result = "stablehlo.bitcast_convert"(%operand) : (tensor<3xui16>) -> tensor<3xf16>
  %expected = stablehlo.constant dense<[1.5, -2.0, 0x8000]> : tensor<3xf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xf16>, tensor<3xf16>) -> ()
  return
}

// -----

// bf16_to_i16: the bits of bf16
//   bitcast_convert: If num_bits(E') = num_bits(E), bits(result[i0, ..., iR-1]) = bits(operand[i0, ..., iR-1]).
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.5, -2.0, 0x8000]> : tensor<3xbf16>
  %result = "stablehlo.bitcast_convert"(%operand) : (tensor<3xbf16>) -> tensor<3xi16>
  %expected = stablehlo.constant dense<[16320, -16384, -32768]> : tensor<3xi16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi16>, tensor<3xi16>) -> ()
  return
}

// -----

// i16_to_bf16: bits as bf16
//   bitcast_convert: If num_bits(E') = num_bits(E), bits(result[i0, ..., iR-1]) = bits(operand[i0, ..., iR-1]).
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[16320, -16384, -32768]> : tensor<3xi16>
  %result = "stablehlo.bitcast_convert"(%operand) : (tensor<3xi16>) -> tensor<3xbf16>
  %expected = stablehlo.constant dense<[1.5, -2.0, 0x8000]> : tensor<3xbf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xbf16>, tensor<3xbf16>) -> ()
  return
}

// -----

// f64_to_ui64: the bits of f64
//   bitcast_convert: If num_bits(E') = num_bits(E), bits(result[i0, ..., iR-1]) = bits(operand[i0, ..., iR-1]).
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.5, -2.0, 0x8000000000000000]> : tensor<3xf64>
  %result = "stablehlo.bitcast_convert"(%operand) : (tensor<3xf64>) -> tensor<3xui64>
  %expected = stablehlo.constant dense<[4609434218613702656, 13835058055282163712, 9223372036854775808]> : tensor<3xui64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xui64>, tensor<3xui64>) -> ()
  return
}

// -----

// ui64_to_f64: bits as f64
//   bitcast_convert: If num_bits(E') = num_bits(E), bits(result[i0, ..., iR-1]) = bits(operand[i0, ..., iR-1]).
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[4609434218613702656, 13835058055282163712, 9223372036854775808]> : tensor<3xui64>
  %result = "stablehlo.bitcast_convert"(%operand) : (tensor<3xui64>) -> tensor<3xf64>
  %expected = stablehlo.constant dense<[1.5, -2.0, 0x8000000000000000]> : tensor<3xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xf64>, tensor<3xf64>) -> ()
  return
}

// -----

// f8E4M3FN_to_ui8: the bits of f8E4M3FN
//   bitcast_convert: If num_bits(E') = num_bits(E), bits(result[i0, ..., iR-1]) = bits(operand[i0, ..., iR-1]).
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.5, -2.0, 0x80]> : tensor<3xf8E4M3FN>
  %result = "stablehlo.bitcast_convert"(%operand) : (tensor<3xf8E4M3FN>) -> tensor<3xui8>
  %expected = stablehlo.constant dense<[60, 192, 128]> : tensor<3xui8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xui8>, tensor<3xui8>) -> ()
  return
}

// -----

// ui8_to_f8E4M3FN: bits as f8E4M3FN
//   bitcast_convert: If num_bits(E') = num_bits(E), bits(result[i0, ..., iR-1]) = bits(operand[i0, ..., iR-1]).
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[60, 192, 128]> : tensor<3xui8>
  %result = "stablehlo.bitcast_convert"(%operand) : (tensor<3xui8>) -> tensor<3xf8E4M3FN>
  %expected = stablehlo.constant dense<[1.5, -2.0, 0x80]> : tensor<3xf8E4M3FN>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xf8E4M3FN>, tensor<3xf8E4M3FN>) -> ()
  return
}

// -----

// f8E5M2_to_i8: the bits of f8E5M2
//   bitcast_convert: If num_bits(E') = num_bits(E), bits(result[i0, ..., iR-1]) = bits(operand[i0, ..., iR-1]).
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.5, -2.0, 0x80]> : tensor<3xf8E5M2>
  %result = "stablehlo.bitcast_convert"(%operand) : (tensor<3xf8E5M2>) -> tensor<3xi8>
  %expected = stablehlo.constant dense<[62, -64, -128]> : tensor<3xi8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi8>, tensor<3xi8>) -> ()
  return
}

// -----

// i8_to_f8E5M2: bits as f8E5M2
//   bitcast_convert: If num_bits(E') = num_bits(E), bits(result[i0, ..., iR-1]) = bits(operand[i0, ..., iR-1]).
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[62, -64, -128]> : tensor<3xi8>
  %result = "stablehlo.bitcast_convert"(%operand) : (tensor<3xi8>) -> tensor<3xf8E5M2>
  %expected = stablehlo.constant dense<[1.5, -2.0, 0x80]> : tensor<3xf8E5M2>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xf8E5M2>, tensor<3xf8E5M2>) -> ()
  return
}
