// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/element_types.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// f8E3M4_to_f32: f8E3M4 is part of f32
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 0.015625, -15.5, 0.0]> : tensor<5xf8E3M4>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf8E3M4>) -> tensor<5xf32>
  %expected = stablehlo.constant dense<[1.0, -2.0, 0.015625, -15.5, 0.0]> : tensor<5xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
  return
}

// -----

// f8E3M4_to_f64: f8E3M4 is part of f64
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 0.015625, -15.5, 0.0]> : tensor<5xf8E3M4>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf8E3M4>) -> tensor<5xf64>
  %expected = stablehlo.constant dense<[1.0, -2.0, 0.015625, -15.5, 0.0]> : tensor<5xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf64>, tensor<5xf64>) -> ()
  return
}

// -----

// f8E4M3_to_f32: f8E4M3 is part of f32
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 0.001953125, -240.0, 0.0]> : tensor<5xf8E4M3>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf8E4M3>) -> tensor<5xf32>
  %expected = stablehlo.constant dense<[1.0, -2.0, 0.001953125, -240.0, 0.0]> : tensor<5xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
  return
}

// -----

// f8E4M3_to_f64: f8E4M3 is part of f64
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 0.001953125, -240.0, 0.0]> : tensor<5xf8E4M3>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf8E4M3>) -> tensor<5xf64>
  %expected = stablehlo.constant dense<[1.0, -2.0, 0.001953125, -240.0, 0.0]> : tensor<5xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf64>, tensor<5xf64>) -> ()
  return
}

// -----

// f8E4M3FN_to_f32: f8E4M3FN is part of f32
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 0.001953125, -448.0, 0.0]> : tensor<5xf8E4M3FN>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf8E4M3FN>) -> tensor<5xf32>
  %expected = stablehlo.constant dense<[1.0, -2.0, 0.001953125, -448.0, 0.0]> : tensor<5xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
  return
}

// -----

// f8E4M3FN_to_f64: f8E4M3FN is part of f64
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 0.001953125, -448.0, 0.0]> : tensor<5xf8E4M3FN>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf8E4M3FN>) -> tensor<5xf64>
  %expected = stablehlo.constant dense<[1.0, -2.0, 0.001953125, -448.0, 0.0]> : tensor<5xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf64>, tensor<5xf64>) -> ()
  return
}

// -----

// f8E4M3FNUZ_to_f32: f8E4M3FNUZ is part of f32
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 0.0009765625, -240.0, 0.0]> : tensor<5xf8E4M3FNUZ>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf8E4M3FNUZ>) -> tensor<5xf32>
  %expected = stablehlo.constant dense<[1.0, -2.0, 0.0009765625, -240.0, 0.0]> : tensor<5xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
  return
}

// -----

// f8E4M3FNUZ_to_f64: f8E4M3FNUZ is part of f64
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 0.0009765625, -240.0, 0.0]> : tensor<5xf8E4M3FNUZ>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf8E4M3FNUZ>) -> tensor<5xf64>
  %expected = stablehlo.constant dense<[1.0, -2.0, 0.0009765625, -240.0, 0.0]> : tensor<5xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf64>, tensor<5xf64>) -> ()
  return
}

// -----

// f8E4M3B11FNUZ_to_f32: f8E4M3B11FNUZ is part of f32
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 0.0001220703125, -30.0, 0.0]> : tensor<5xf8E4M3B11FNUZ>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf8E4M3B11FNUZ>) -> tensor<5xf32>
  %expected = stablehlo.constant dense<[1.0, -2.0, 0.0001220703125, -30.0, 0.0]> : tensor<5xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
  return
}

// -----

// f8E4M3B11FNUZ_to_f64: f8E4M3B11FNUZ is part of f64
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 0.0001220703125, -30.0, 0.0]> : tensor<5xf8E4M3B11FNUZ>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf8E4M3B11FNUZ>) -> tensor<5xf64>
  %expected = stablehlo.constant dense<[1.0, -2.0, 0.0001220703125, -30.0, 0.0]> : tensor<5xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf64>, tensor<5xf64>) -> ()
  return
}

// -----

// f8E5M2_to_f32: f8E5M2 is part of f32
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 1.52587890625e-05, -57344.0, 0.0]> : tensor<5xf8E5M2>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf8E5M2>) -> tensor<5xf32>
  %expected = stablehlo.constant dense<[1.0, -2.0, 1.52587890625e-05, -57344.0, 0.0]> : tensor<5xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
  return
}

// -----

// f8E5M2_to_f64: f8E5M2 is part of f64
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 1.52587890625e-05, -57344.0, 0.0]> : tensor<5xf8E5M2>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf8E5M2>) -> tensor<5xf64>
  %expected = stablehlo.constant dense<[1.0, -2.0, 1.52587890625e-05, -57344.0, 0.0]> : tensor<5xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf64>, tensor<5xf64>) -> ()
  return
}

// -----

// f8E5M2FNUZ_to_f32: f8E5M2FNUZ is part of f32
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 7.62939453125e-06, -57344.0, 0.0]> : tensor<5xf8E5M2FNUZ>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf8E5M2FNUZ>) -> tensor<5xf32>
  %expected = stablehlo.constant dense<[1.0, -2.0, 7.62939453125e-06, -57344.0, 0.0]> : tensor<5xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
  return
}

// -----

// f8E5M2FNUZ_to_f64: f8E5M2FNUZ is part of f64
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 7.62939453125e-06, -57344.0, 0.0]> : tensor<5xf8E5M2FNUZ>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf8E5M2FNUZ>) -> tensor<5xf64>
  %expected = stablehlo.constant dense<[1.0, -2.0, 7.62939453125e-06, -57344.0, 0.0]> : tensor<5xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf64>, tensor<5xf64>) -> ()
  return
}

// -----

// bf16_to_f32: bf16 is part of f32
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 9.183549615799121e-41, -3.3895313892515355e+38, 0.0]> : tensor<5xbf16>
  %result = "stablehlo.convert"(%operand) : (tensor<5xbf16>) -> tensor<5xf32>
  %expected = stablehlo.constant dense<[1.0, -2.0, 9.183549615799121e-41, -3.3895313892515355e+38, 0.0]> : tensor<5xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
  return
}

// -----

// bf16_to_f64: bf16 is part of f64
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 9.183549615799121e-41, -3.3895313892515355e+38, 0.0]> : tensor<5xbf16>
  %result = "stablehlo.convert"(%operand) : (tensor<5xbf16>) -> tensor<5xf64>
  %expected = stablehlo.constant dense<[1.0, -2.0, 9.183549615799121e-41, -3.3895313892515355e+38, 0.0]> : tensor<5xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf64>, tensor<5xf64>) -> ()
  return
}

// -----

// f16_to_f32: f16 is part of f32
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 5.960464477539063e-08, -65504.0, 0.0]> : tensor<5xf16>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf16>) -> tensor<5xf32>
  %expected = stablehlo.constant dense<[1.0, -2.0, 5.960464477539063e-08, -65504.0, 0.0]> : tensor<5xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
  return
}

// -----

// f16_to_f64: f16 is part of f64
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 5.960464477539063e-08, -65504.0, 0.0]> : tensor<5xf16>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf16>) -> tensor<5xf64>
  %expected = stablehlo.constant dense<[1.0, -2.0, 5.960464477539063e-08, -65504.0, 0.0]> : tensor<5xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf64>, tensor<5xf64>) -> ()
  return
}

// -----

// f32_to_f64: f32 is part of f64
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 1.401298464324817e-45, -3.4028234663852886e+38, 0.0]> : tensor<5xf32>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf32>) -> tensor<5xf64>
  %expected = stablehlo.constant dense<[1.0, -2.0, 1.401298464324817e-45, -3.4028234663852886e+38, 0.0]> : tensor<5xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf64>, tensor<5xf64>) -> ()
  return
}

// -----

// f4E2M1FN_to_f32: f4E2M1FN is part of f32
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 0.5, -6.0, 0.0]> : tensor<5xf4E2M1FN>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf4E2M1FN>) -> tensor<5xf32>
  %expected = stablehlo.constant dense<[1.0, -2.0, 0.5, -6.0, 0.0]> : tensor<5xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
  return
}

// -----

// f4E2M1FN_to_f64: f4E2M1FN is part of f64
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 0.5, -6.0, 0.0]> : tensor<5xf4E2M1FN>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf4E2M1FN>) -> tensor<5xf64>
  %expected = stablehlo.constant dense<[1.0, -2.0, 0.5, -6.0, 0.0]> : tensor<5xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf64>, tensor<5xf64>) -> ()
  return
}

// -----

// f6E2M3FN_to_f32: f6E2M3FN is part of f32
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 0.125, -7.5, 0.0]> : tensor<5xf6E2M3FN>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf6E2M3FN>) -> tensor<5xf32>
  %expected = stablehlo.constant dense<[1.0, -2.0, 0.125, -7.5, 0.0]> : tensor<5xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
  return
}

// -----

// f6E2M3FN_to_f64: f6E2M3FN is part of f64
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 0.125, -7.5, 0.0]> : tensor<5xf6E2M3FN>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf6E2M3FN>) -> tensor<5xf64>
  %expected = stablehlo.constant dense<[1.0, -2.0, 0.125, -7.5, 0.0]> : tensor<5xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf64>, tensor<5xf64>) -> ()
  return
}

// -----

// f6E3M2FN_to_f32: f6E3M2FN is part of f32
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 0.0625, -28.0, 0.0]> : tensor<5xf6E3M2FN>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf6E3M2FN>) -> tensor<5xf32>
  %expected = stablehlo.constant dense<[1.0, -2.0, 0.0625, -28.0, 0.0]> : tensor<5xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
  return
}

// -----

// f6E3M2FN_to_f64: f6E3M2FN is part of f64
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 0.0625, -28.0, 0.0]> : tensor<5xf6E3M2FN>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf6E3M2FN>) -> tensor<5xf64>
  %expected = stablehlo.constant dense<[1.0, -2.0, 0.0625, -28.0, 0.0]> : tensor<5xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf64>, tensor<5xf64>) -> ()
  return
}

// -----

// f8E8M0FNU_to_f32: f8E8M0FNU is part of f32
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, 2.0, 5.877471754111438e-39, 1.7014118346046923e+38]> : tensor<4xf8E8M0FNU>
  %result = "stablehlo.convert"(%operand) : (tensor<4xf8E8M0FNU>) -> tensor<4xf32>
  %expected = stablehlo.constant dense<[1.0, 2.0, 5.877471754111438e-39, 1.7014118346046923e+38]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}

// -----

// f8E8M0FNU_to_f64: f8E8M0FNU is part of f64
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, 2.0, 5.877471754111438e-39, 1.7014118346046923e+38]> : tensor<4xf8E8M0FNU>
  %result = "stablehlo.convert"(%operand) : (tensor<4xf8E8M0FNU>) -> tensor<4xf64>
  %expected = stablehlo.constant dense<[1.0, 2.0, 5.877471754111438e-39, 1.7014118346046923e+38]> : tensor<4xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf64>, tensor<4xf64>) -> ()
  return
}
