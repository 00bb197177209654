// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/element_types.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// f32_to_f8E3M4: f32 within f8E3M4
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 0.015625, -15.5, 0.0]> : tensor<5xf32>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf32>) -> tensor<5xf8E3M4>
  %expected = stablehlo.constant dense<[1.0, -2.0, 0.015625, -15.5, 0.0]> : tensor<5xf8E3M4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf8E3M4>, tensor<5xf8E3M4>) -> ()
  return
}

// -----

// f64_to_f8E3M4: f64 within f8E3M4
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 0.015625, -15.5, 0.0]> : tensor<5xf64>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf64>) -> tensor<5xf8E3M4>
  %expected = stablehlo.constant dense<[1.0, -2.0, 0.015625, -15.5, 0.0]> : tensor<5xf8E3M4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf8E3M4>, tensor<5xf8E3M4>) -> ()
  return
}

// -----

// f32_to_f8E4M3: f32 within f8E4M3
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 0.001953125, -240.0, 0.0]> : tensor<5xf32>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf32>) -> tensor<5xf8E4M3>
  %expected = stablehlo.constant dense<[1.0, -2.0, 0.001953125, -240.0, 0.0]> : tensor<5xf8E4M3>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf8E4M3>, tensor<5xf8E4M3>) -> ()
  return
}

// -----

// f64_to_f8E4M3: f64 within f8E4M3
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 0.001953125, -240.0, 0.0]> : tensor<5xf64>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf64>) -> tensor<5xf8E4M3>
  %expected = stablehlo.constant dense<[1.0, -2.0, 0.001953125, -240.0, 0.0]> : tensor<5xf8E4M3>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf8E4M3>, tensor<5xf8E4M3>) -> ()
  return
}

// -----

// f32_to_f8E4M3FN: f32 within f8E4M3FN
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 0.001953125, -448.0, 0.0]> : tensor<5xf32>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf32>) -> tensor<5xf8E4M3FN>
  %expected = stablehlo.constant dense<[1.0, -2.0, 0.001953125, -448.0, 0.0]> : tensor<5xf8E4M3FN>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf8E4M3FN>, tensor<5xf8E4M3FN>) -> ()
  return
}

// -----

// f64_to_f8E4M3FN: f64 within f8E4M3FN
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 0.001953125, -448.0, 0.0]> : tensor<5xf64>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf64>) -> tensor<5xf8E4M3FN>
  %expected = stablehlo.constant dense<[1.0, -2.0, 0.001953125, -448.0, 0.0]> : tensor<5xf8E4M3FN>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf8E4M3FN>, tensor<5xf8E4M3FN>) -> ()
  return
}

// -----

// f32_to_f8E4M3FNUZ: f32 within f8E4M3FNUZ
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 0.0009765625, -240.0, 0.0]> : tensor<5xf32>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf32>) -> tensor<5xf8E4M3FNUZ>
  %expected = stablehlo.constant dense<[1.0, -2.0, 0.0009765625, -240.0, 0.0]> : tensor<5xf8E4M3FNUZ>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf8E4M3FNUZ>, tensor<5xf8E4M3FNUZ>) -> ()
  return
}

// -----

// f64_to_f8E4M3FNUZ: f64 within f8E4M3FNUZ
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 0.0009765625, -240.0, 0.0]> : tensor<5xf64>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf64>) -> tensor<5xf8E4M3FNUZ>
  %expected = stablehlo.constant dense<[1.0, -2.0, 0.0009765625, -240.0, 0.0]> : tensor<5xf8E4M3FNUZ>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf8E4M3FNUZ>, tensor<5xf8E4M3FNUZ>) -> ()
  return
}

// -----

// f32_to_f8E4M3B11FNUZ: f32 within f8E4M3B11FNUZ
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 0.0001220703125, -30.0, 0.0]> : tensor<5xf32>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf32>) -> tensor<5xf8E4M3B11FNUZ>
  %expected = stablehlo.constant dense<[1.0, -2.0, 0.0001220703125, -30.0, 0.0]> : tensor<5xf8E4M3B11FNUZ>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf8E4M3B11FNUZ>, tensor<5xf8E4M3B11FNUZ>) -> ()
  return
}

// -----

// f64_to_f8E4M3B11FNUZ: f64 within f8E4M3B11FNUZ
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 0.0001220703125, -30.0, 0.0]> : tensor<5xf64>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf64>) -> tensor<5xf8E4M3B11FNUZ>
  %expected = stablehlo.constant dense<[1.0, -2.0, 0.0001220703125, -30.0, 0.0]> : tensor<5xf8E4M3B11FNUZ>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf8E4M3B11FNUZ>, tensor<5xf8E4M3B11FNUZ>) -> ()
  return
}

// -----

// f32_to_f8E5M2: f32 within f8E5M2
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 1.52587890625e-05, -57344.0, 0.0]> : tensor<5xf32>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf32>) -> tensor<5xf8E5M2>
  %expected = stablehlo.constant dense<[1.0, -2.0, 1.52587890625e-05, -57344.0, 0.0]> : tensor<5xf8E5M2>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf8E5M2>, tensor<5xf8E5M2>) -> ()
  return
}

// -----

// f64_to_f8E5M2: f64 within f8E5M2
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 1.52587890625e-05, -57344.0, 0.0]> : tensor<5xf64>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf64>) -> tensor<5xf8E5M2>
  %expected = stablehlo.constant dense<[1.0, -2.0, 1.52587890625e-05, -57344.0, 0.0]> : tensor<5xf8E5M2>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf8E5M2>, tensor<5xf8E5M2>) -> ()
  return
}

// -----

// f32_to_f8E5M2FNUZ: f32 within f8E5M2FNUZ
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 7.62939453125e-06, -57344.0, 0.0]> : tensor<5xf32>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf32>) -> tensor<5xf8E5M2FNUZ>
  %expected = stablehlo.constant dense<[1.0, -2.0, 7.62939453125e-06, -57344.0, 0.0]> : tensor<5xf8E5M2FNUZ>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf8E5M2FNUZ>, tensor<5xf8E5M2FNUZ>) -> ()
  return
}

// -----

// f64_to_f8E5M2FNUZ: f64 within f8E5M2FNUZ
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 7.62939453125e-06, -57344.0, 0.0]> : tensor<5xf64>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf64>) -> tensor<5xf8E5M2FNUZ>
  %expected = stablehlo.constant dense<[1.0, -2.0, 7.62939453125e-06, -57344.0, 0.0]> : tensor<5xf8E5M2FNUZ>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf8E5M2FNUZ>, tensor<5xf8E5M2FNUZ>) -> ()
  return
}

// -----

// f32_to_bf16: f32 within bf16
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 9.183549615799121e-41, -3.3895313892515355e+38, 0.0]> : tensor<5xf32>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf32>) -> tensor<5xbf16>
  %expected = stablehlo.constant dense<[1.0, -2.0, 9.183549615799121e-41, -3.3895313892515355e+38, 0.0]> : tensor<5xbf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xbf16>, tensor<5xbf16>) -> ()
  return
}

// -----

// f64_to_bf16: f64 within bf16
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 9.183549615799121e-41, -3.3895313892515355e+38, 0.0]> : tensor<5xf64>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf64>) -> tensor<5xbf16>
  %expected = stablehlo.constant dense<[1.0, -2.0, 9.183549615799121e-41, -3.3895313892515355e+38, 0.0]> : tensor<5xbf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xbf16>, tensor<5xbf16>) -> ()
  return
}

// -----

// f32_to_f16: f32 within f16
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 5.960464477539063e-08, -65504.0, 0.0]> : tensor<5xf32>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf32>) -> tensor<5xf16>
  %expected = stablehlo.constant dense<[1.0, -2.0, 5.960464477539063e-08, -65504.0, 0.0]> : tensor<5xf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf16>, tensor<5xf16>) -> ()
  return
}

// -----

// f64_to_f16: f64 within f16
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 5.960464477539063e-08, -65504.0, 0.0]> : tensor<5xf64>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf64>) -> tensor<5xf16>
  %expected = stablehlo.constant dense<[1.0, -2.0, 5.960464477539063e-08, -65504.0, 0.0]> : tensor<5xf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf16>, tensor<5xf16>) -> ()
  return
}

// -----

// f64_to_f32: f64 within f32
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 1.401298464324817e-45, -3.4028234663852886e+38, 0.0]> : tensor<5xf64>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf64>) -> tensor<5xf32>
  %expected = stablehlo.constant dense<[1.0, -2.0, 1.401298464324817e-45, -3.4028234663852886e+38, 0.0]> : tensor<5xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
  return
}

// -----

// f32_to_f4E2M1FN: f32 within f4E2M1FN
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 0.5, -6.0, 0.0]> : tensor<5xf32>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf32>) -> tensor<5xf4E2M1FN>
  %expected = stablehlo.constant dense<[1.0, -2.0, 0.5, -6.0, 0.0]> : tensor<5xf4E2M1FN>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf4E2M1FN>, tensor<5xf4E2M1FN>) -> ()
  return
}

// -----

// f64_to_f4E2M1FN: f64 within f4E2M1FN
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 0.5, -6.0, 0.0]> : tensor<5xf64>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf64>) -> tensor<5xf4E2M1FN>
  %expected = stablehlo.constant dense<[1.0, -2.0, 0.5, -6.0, 0.0]> : tensor<5xf4E2M1FN>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf4E2M1FN>, tensor<5xf4E2M1FN>) -> ()
  return
}

// -----

// f32_to_f6E2M3FN: f32 within f6E2M3FN
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.f6: XLA can't compute with them, and before jaxlib 0.11 not even pass them; some programs
//     end the process
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 0.125, -7.5, 0.0]> : tensor<5xf32>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf32>) -> tensor<5xf6E2M3FN>
  %expected = stablehlo.constant dense<[1.0, -2.0, 0.125, -7.5, 0.0]> : tensor<5xf6E2M3FN>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf6E2M3FN>, tensor<5xf6E2M3FN>) -> ()
  return
}

// -----

// f64_to_f6E2M3FN: f64 within f6E2M3FN
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.f6: XLA can't compute with them, and before jaxlib 0.11 not even pass them; some programs
//     end the process
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 0.125, -7.5, 0.0]> : tensor<5xf64>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf64>) -> tensor<5xf6E2M3FN>
  %expected = stablehlo.constant dense<[1.0, -2.0, 0.125, -7.5, 0.0]> : tensor<5xf6E2M3FN>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf6E2M3FN>, tensor<5xf6E2M3FN>) -> ()
  return
}

// -----

// f32_to_f6E3M2FN: f32 within f6E3M2FN
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.f6: XLA can't compute with them, and before jaxlib 0.11 not even pass them; some programs
//     end the process
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 0.0625, -28.0, 0.0]> : tensor<5xf32>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf32>) -> tensor<5xf6E3M2FN>
  %expected = stablehlo.constant dense<[1.0, -2.0, 0.0625, -28.0, 0.0]> : tensor<5xf6E3M2FN>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf6E3M2FN>, tensor<5xf6E3M2FN>) -> ()
  return
}

// -----

// f64_to_f6E3M2FN: f64 within f6E3M2FN
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.f6: XLA can't compute with them, and before jaxlib 0.11 not even pass them; some programs
//     end the process
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, -2.0, 0.0625, -28.0, 0.0]> : tensor<5xf64>
  %result = "stablehlo.convert"(%operand) : (tensor<5xf64>) -> tensor<5xf6E3M2FN>
  %expected = stablehlo.constant dense<[1.0, -2.0, 0.0625, -28.0, 0.0]> : tensor<5xf6E3M2FN>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf6E3M2FN>, tensor<5xf6E3M2FN>) -> ()
  return
}

// -----

// f32_to_f8E8M0FNU: f32 within f8E8M0FNU
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, 2.0, 5.877471754111438e-39, 1.7014118346046923e+38]> : tensor<4xf32>
  %result = "stablehlo.convert"(%operand) : (tensor<4xf32>) -> tensor<4xf8E8M0FNU>
  %expected = stablehlo.constant dense<[1.0, 2.0, 5.877471754111438e-39, 1.7014118346046923e+38]> : tensor<4xf8E8M0FNU>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf8E8M0FNU>, tensor<4xf8E8M0FNU>) -> ()
  return
}

// -----

// f64_to_f8E8M0FNU: f64 within f8E8M0FNU
//   convert: If the source value can be exactly represented in the destination type, the result is that
//     representation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, 2.0, 5.877471754111438e-39, 1.7014118346046923e+38]> : tensor<4xf64>
  %result = "stablehlo.convert"(%operand) : (tensor<4xf64>) -> tensor<4xf8E8M0FNU>
  %expected = stablehlo.constant dense<[1.0, 2.0, 5.877471754111438e-39, 1.7014118346046923e+38]> : tensor<4xf8E8M0FNU>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf8E8M0FNU>, tensor<4xf8E8M0FNU>) -> ()
  return
}
