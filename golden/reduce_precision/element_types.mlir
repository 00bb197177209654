// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/element_types.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_f16_4_3: f16 to 4 bits of exponent, 3 of mantissa
//   reduce_precision: The mantissa bits of the original value are updated to round it to the nearest value
//     representable.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0625, 1.1875, -1.078125, 0.0078125, 0.015625, 256.0]> : tensor<6xf16>
  %result = "stablehlo.reduce_precision"(%operand) {
    exponent_bits = 4 : i32,
    mantissa_bits = 3 : i32
  } : (tensor<6xf16>) -> tensor<6xf16>
  %expected = stablehlo.constant dense<[1.0, 1.25, -1.125, 0.0, 0.015625, 0x7C00]> : tensor<6xf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xf16>, tensor<6xf16>) -> ()
  return
}

// -----

// element_type_bf16_5_3: bf16 to 5 bits of exponent, 3 of mantissa
//   reduce_precision: The mantissa bits of the original value are updated to round it to the nearest value
//     representable.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0625, 1.1875, -1.078125, 3.0517578125e-05, 6.103515625e-05, 65536.0]> : tensor<6xbf16>
  %result = "stablehlo.reduce_precision"(%operand) {
    exponent_bits = 5 : i32,
    mantissa_bits = 3 : i32
  } : (tensor<6xbf16>) -> tensor<6xbf16>
  %expected = stablehlo.constant dense<[1.0, 1.25, -1.125, 0.0, 6.103515625e-05, 0x7F80]> : tensor<6xbf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xbf16>, tensor<6xbf16>) -> ()
  return
}

// -----

// element_type_f64_8_23: f64 to 8 bits of exponent, 23 of mantissa
//   reduce_precision: The mantissa bits of the original value are updated to round it to the nearest value
//     representable.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[
      1.0000000596046448, 1.0000001788139343, -1.000000074505806, 5.877471754111438e-39, 1.1754943508222875e-38,
      3.402823669209385e+38
    ]> : tensor<6xf64>
  %result = "stablehlo.reduce_precision"(%operand) {
    exponent_bits = 8 : i32,
    mantissa_bits = 23 : i32
  } : (tensor<6xf64>) -> tensor<6xf64>
  %expected = stablehlo.constant dense<[
      1.0, 1.000000238418579, -1.0000001192092896, 0.0, 1.1754943508222875e-38, 0x7FF0000000000000
    ]> : tensor<6xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xf64>, tensor<6xf64>) -> ()
  return
}

// -----

// element_type_f64_11_30: f64 to 11 bits of exponent, 30 of mantissa
//   reduce_precision: The mantissa bits of the original value are updated to round it to the nearest value
//     representable.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0000000004656613, 1.0000000013969839, -1.0000000005820766, 0.5, 2.0, -3.0]> : tensor<6xf64>
  %result = "stablehlo.reduce_precision"(%operand) {
    exponent_bits = 11 : i32,
    mantissa_bits = 30 : i32
  } : (tensor<6xf64>) -> tensor<6xf64>
  %expected = stablehlo.constant dense<[1.0, 1.0000000018626451, -1.0000000009313226, 0.5, 2.0, -3.0]> : tensor<6xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xf64>, tensor<6xf64>) -> ()
  return
}
