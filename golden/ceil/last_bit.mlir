// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/element_types.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// last_bit_f8E3M4: to the last bit of f8E3M4
//   ceil: For floats: `ceil` from IEEE-754.
// agree: spec model, XLA CPU
// upstream interpreter differs: upstream.rounding-of-f8E3M4: the interpreter gives NaN: it rounds by way of 16,
//     which is more than f8E3M4 has
func.func @main() {
  %operand = stablehlo.constant dense<[1.0625, -1.0625, 0.015625, -0.015625, 1.4375]> : tensor<5xf8E3M4>
  %result = "stablehlo.ceil"(%operand) : (tensor<5xf8E3M4>) -> tensor<5xf8E3M4>
  %expected = stablehlo.constant dense<[2.0, -1.0, 1.0, 0x80, 2.0]> : tensor<5xf8E3M4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf8E3M4>, tensor<5xf8E3M4>) -> ()
  return
}

// -----

// last_bit_f8E4M3: to the last bit of f8E4M3
//   ceil: For floats: `ceil` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.125, -1.125, 0.001953125, -0.001953125, 1.375]> : tensor<5xf8E4M3>
  %result = "stablehlo.ceil"(%operand) : (tensor<5xf8E4M3>) -> tensor<5xf8E4M3>
  %expected = stablehlo.constant dense<[2.0, -1.0, 1.0, 0x80, 2.0]> : tensor<5xf8E4M3>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf8E4M3>, tensor<5xf8E4M3>) -> ()
  return
}

// -----

// last_bit_f8E4M3FN: to the last bit of f8E4M3FN
//   ceil: For floats: `ceil` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.125, -1.125, 0.001953125, -0.001953125, 1.375]> : tensor<5xf8E4M3FN>
  %result = "stablehlo.ceil"(%operand) : (tensor<5xf8E4M3FN>) -> tensor<5xf8E4M3FN>
  %expected = stablehlo.constant dense<[2.0, -1.0, 1.0, 0x80, 2.0]> : tensor<5xf8E4M3FN>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf8E4M3FN>, tensor<5xf8E4M3FN>) -> ()
  return
}

// -----

// last_bit_f8E4M3FNUZ: to the last bit of f8E4M3FNUZ
//   ceil: For floats: `ceil` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.125, -1.125, 0.0009765625, -0.0009765625, 1.375]> : tensor<5xf8E4M3FNUZ>
  %result = "stablehlo.ceil"(%operand) : (tensor<5xf8E4M3FNUZ>) -> tensor<5xf8E4M3FNUZ>
  %expected = stablehlo.constant dense<[2.0, -1.0, 1.0, 0.0, 2.0]> : tensor<5xf8E4M3FNUZ>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf8E4M3FNUZ>, tensor<5xf8E4M3FNUZ>) -> ()
  return
}

// -----

// last_bit_f8E4M3B11FNUZ: to the last bit of f8E4M3B11FNUZ
//   ceil: For floats: `ceil` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.125, -1.125, 0.0001220703125, -0.0001220703125, 1.375]> : tensor<5xf8E4M3B11FNUZ>
  %result = "stablehlo.ceil"(%operand) : (tensor<5xf8E4M3B11FNUZ>) -> tensor<5xf8E4M3B11FNUZ>
  %expected = stablehlo.constant dense<[2.0, -1.0, 1.0, 0.0, 2.0]> : tensor<5xf8E4M3B11FNUZ>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf8E4M3B11FNUZ>, tensor<5xf8E4M3B11FNUZ>) -> ()
  return
}

// -----

// last_bit_f8E5M2: to the last bit of f8E5M2
//   ceil: For floats: `ceil` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.25, -1.25, 1.52587890625e-05, -1.52587890625e-05, 1.25]> : tensor<5xf8E5M2>
  %result = "stablehlo.ceil"(%operand) : (tensor<5xf8E5M2>) -> tensor<5xf8E5M2>
  %expected = stablehlo.constant dense<[2.0, -1.0, 1.0, 0x80, 2.0]> : tensor<5xf8E5M2>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf8E5M2>, tensor<5xf8E5M2>) -> ()
  return
}

// -----

// last_bit_f8E5M2FNUZ: to the last bit of f8E5M2FNUZ
//   ceil: For floats: `ceil` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.25, -1.25, 7.62939453125e-06, -7.62939453125e-06, 1.25]> : tensor<5xf8E5M2FNUZ>
  %result = "stablehlo.ceil"(%operand) : (tensor<5xf8E5M2FNUZ>) -> tensor<5xf8E5M2FNUZ>
  %expected = stablehlo.constant dense<[2.0, -1.0, 1.0, 0.0, 2.0]> : tensor<5xf8E5M2FNUZ>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf8E5M2FNUZ>, tensor<5xf8E5M2FNUZ>) -> ()
  return
}

// -----

// last_bit_bf16: to the last bit of bf16
//   ceil: For floats: `ceil` from IEEE-754.
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.constant-rounding-of-subnormals: XLA takes constants that are subnormal for zero when it
//     rounds them up or down (jaxlib before 0.11)
func.func @main() {
  %operand = stablehlo.constant dense<[1.0078125, -1.0078125, 9.183549615799121e-41, -9.183549615799121e-41, 1.4921875]> : tensor<5xbf16>
  %result = "stablehlo.ceil"(%operand) : (tensor<5xbf16>) -> tensor<5xbf16>
  %expected = stablehlo.constant dense<[2.0, -1.0, 1.0, 0x8000, 2.0]> : tensor<5xbf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xbf16>, tensor<5xbf16>) -> ()
  return
}

// -----

// last_bit_f16: to the last bit of f16
//   ceil: For floats: `ceil` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[
      1.0009765625, -1.0009765625, 5.960464477539063e-08, -5.960464477539063e-08, 1.4990234375
    ]> : tensor<5xf16>
  %result = "stablehlo.ceil"(%operand) : (tensor<5xf16>) -> tensor<5xf16>
  %expected = stablehlo.constant dense<[2.0, -1.0, 1.0, 0x8000, 2.0]> : tensor<5xf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf16>, tensor<5xf16>) -> ()
  return
}

// -----

// last_bit_f32: to the last bit of f32
//   ceil: For floats: `ceil` from IEEE-754.
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.constant-rounding-of-subnormals: XLA takes constants that are subnormal for zero when it
//     rounds them up or down (jaxlib before 0.11)
func.func @main() {
  %operand = stablehlo.constant dense<[
      1.0000001192092896, -1.0000001192092896, 1.401298464324817e-45, -1.401298464324817e-45, 1.4999998807907104
    ]> : tensor<5xf32>
  %result = "stablehlo.ceil"(%operand) : (tensor<5xf32>) -> tensor<5xf32>
  %expected = stablehlo.constant dense<[2.0, -1.0, 1.0, 0x80000000, 2.0]> : tensor<5xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
  return
}

// -----

// last_bit_f64: to the last bit of f64
//   ceil: For floats: `ceil` from IEEE-754.
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.constant-rounding-of-subnormals: XLA takes constants that are subnormal for zero when it
//     rounds them up or down (jaxlib before 0.11)
func.func @main() {
  %operand = stablehlo.constant dense<[1.0000000000000002, -1.0000000000000002, 5.0e-324, -5.0e-324, 1.4999999999999998]> : tensor<5xf64>
  %result = "stablehlo.ceil"(%operand) : (tensor<5xf64>) -> tensor<5xf64>
  %expected = stablehlo.constant dense<[2.0, -1.0, 1.0, 0x8000000000000000, 2.0]> : tensor<5xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf64>, tensor<5xf64>) -> ()
  return
}
