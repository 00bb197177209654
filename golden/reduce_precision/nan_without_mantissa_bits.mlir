// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/choices.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// nan_without_mantissa_bits_f32: no bit of the mantissa is left to tell NaN from infinity
//   reduce_precision: The mantissa bits of the original value are updated to round it to the nearest value
//     representable.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0x7FC00000, 1.75]> : tensor<2xf32>
  %result = "stablehlo.reduce_precision"(%operand) {
    exponent_bits = 8 : i32,
    mantissa_bits = 0 : i32
  } : (tensor<2xf32>) -> tensor<2xf32>
  %expected = stablehlo.constant dense<[0x7F800000, 2.0]> : tensor<2xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}

// -----

// nan_without_mantissa_bits_f64: no bit of the mantissa is left to tell NaN from infinity
//   reduce_precision: The mantissa bits of the original value are updated to round it to the nearest value
//     representable.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0x7FF8000000000000, 1.75]> : tensor<2xf64>
  %result = "stablehlo.reduce_precision"(%operand) {
    exponent_bits = 11 : i32,
    mantissa_bits = 0 : i32
  } : (tensor<2xf64>) -> tensor<2xf64>
  %expected = stablehlo.constant dense<[0x7FF0000000000000, 2.0]> : tensor<2xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xf64>, tensor<2xf64>) -> ()
  return
}
