// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/element_types.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// special_f8E3M4_to_f32: of f8E3M4
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0x70, 0xF0, 0x78]> : tensor<3xf8E3M4>
  %result = "stablehlo.convert"(%operand) : (tensor<3xf8E3M4>) -> tensor<3xf32>
  %expected = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<3xf32>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<3xf32>, tensor<3xf32>
  return
}

// -----

// special_f32_to_f8E3M4: in f8E3M4
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<3xf32>
  %result = "stablehlo.convert"(%operand) : (tensor<3xf32>) -> tensor<3xf8E3M4>
  %expected = stablehlo.constant dense<[0x70, 0xF0, 0x78]> : tensor<3xf8E3M4>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<3xf8E3M4>, tensor<3xf8E3M4>
  return
}

// -----

// special_f8E4M3_to_f32: of f8E4M3
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0x78, 0xF8, 0x7C]> : tensor<3xf8E4M3>
  %result = "stablehlo.convert"(%operand) : (tensor<3xf8E4M3>) -> tensor<3xf32>
  %expected = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<3xf32>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<3xf32>, tensor<3xf32>
  return
}

// -----

// special_f32_to_f8E4M3: in f8E4M3
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<3xf32>
  %result = "stablehlo.convert"(%operand) : (tensor<3xf32>) -> tensor<3xf8E4M3>
  %expected = stablehlo.constant dense<[0x78, 0xF8, 0x7C]> : tensor<3xf8E4M3>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<3xf8E4M3>, tensor<3xf8E4M3>
  return
}

// -----

// special_f8E5M2_to_f32: of f8E5M2
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0x7C, 0xFC, 0x7E]> : tensor<3xf8E5M2>
  %result = "stablehlo.convert"(%operand) : (tensor<3xf8E5M2>) -> tensor<3xf32>
  %expected = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<3xf32>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<3xf32>, tensor<3xf32>
  return
}

// -----

// special_f32_to_f8E5M2: in f8E5M2
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<3xf32>
  %result = "stablehlo.convert"(%operand) : (tensor<3xf32>) -> tensor<3xf8E5M2>
  %expected = stablehlo.constant dense<[0x7C, 0xFC, 0x7E]> : tensor<3xf8E5M2>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<3xf8E5M2>, tensor<3xf8E5M2>
  return
}

// -----

// special_bf16_to_f32: of bf16
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0x7F80, 0xFF80, 0x7FC0]> : tensor<3xbf16>
  %result = "stablehlo.convert"(%operand) : (tensor<3xbf16>) -> tensor<3xf32>
  %expected = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<3xf32>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<3xf32>, tensor<3xf32>
  return
}

// -----

// special_f32_to_bf16: in bf16
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<3xf32>
  %result = "stablehlo.convert"(%operand) : (tensor<3xf32>) -> tensor<3xbf16>
  %expected = stablehlo.constant dense<[0x7F80, 0xFF80, 0x7FC0]> : tensor<3xbf16>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<3xbf16>, tensor<3xbf16>
  return
}

// -----

// special_f16_to_f32: of f16
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0x7C00, 0xFC00, 0x7E00]> : tensor<3xf16>
  %result = "stablehlo.convert"(%operand) : (tensor<3xf16>) -> tensor<3xf32>
  %expected = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<3xf32>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<3xf32>, tensor<3xf32>
  return
}

// -----

// special_f32_to_f16: in f16
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<3xf32>
  %result = "stablehlo.convert"(%operand) : (tensor<3xf32>) -> tensor<3xf16>
  %expected = stablehlo.constant dense<[0x7C00, 0xFC00, 0x7E00]> : tensor<3xf16>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<3xf16>, tensor<3xf16>
  return
}

// -----

// special_f64_to_f32: of f64
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<3xf64>
  %result = "stablehlo.convert"(%operand) : (tensor<3xf64>) -> tensor<3xf32>
  %expected = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<3xf32>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<3xf32>, tensor<3xf32>
  return
}

// -----

// special_f32_to_f64: in f64
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<3xf32>
  %result = "stablehlo.convert"(%operand) : (tensor<3xf32>) -> tensor<3xf64>
  %expected = stablehlo.constant dense<[0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<3xf64>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<3xf64>, tensor<3xf64>
  return
}
