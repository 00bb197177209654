// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/element_types.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// last_bit_f8E3M4: to the last bit of f8E3M4
//   maximum: For floats: `maximum` from IEEE-754: to nearest, ties to even.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, -1.0, 0.015625, -0.015625]> : tensor<4xf8E3M4>
  %rhs = stablehlo.constant dense<[1.0625, -1.0625, 0.0, 0.0]> : tensor<4xf8E3M4>
  %result = "stablehlo.maximum"(%lhs, %rhs) : (tensor<4xf8E3M4>, tensor<4xf8E3M4>) -> tensor<4xf8E3M4>
  %expected = stablehlo.constant dense<[1.0625, -1.0, 0.015625, 0.0]> : tensor<4xf8E3M4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf8E3M4>, tensor<4xf8E3M4>) -> ()
  return
}

// -----

// last_bit_f8E4M3: to the last bit of f8E4M3
//   maximum: For floats: `maximum` from IEEE-754: to nearest, ties to even.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, -1.0, 0.001953125, -0.001953125]> : tensor<4xf8E4M3>
  %rhs = stablehlo.constant dense<[1.125, -1.125, 0.0, 0.0]> : tensor<4xf8E4M3>
  %result = "stablehlo.maximum"(%lhs, %rhs) : (tensor<4xf8E4M3>, tensor<4xf8E4M3>) -> tensor<4xf8E4M3>
  %expected = stablehlo.constant dense<[1.125, -1.0, 0.001953125, 0.0]> : tensor<4xf8E4M3>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf8E4M3>, tensor<4xf8E4M3>) -> ()
  return
}

// -----

// last_bit_f8E4M3FN: to the last bit of f8E4M3FN
//   maximum: For floats: `maximum` from IEEE-754: to nearest, ties to even.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, -1.0, 0.001953125, -0.001953125]> : tensor<4xf8E4M3FN>
  %rhs = stablehlo.constant dense<[1.125, -1.125, 0.0, 0.0]> : tensor<4xf8E4M3FN>
  %result = "stablehlo.maximum"(%lhs, %rhs) : (tensor<4xf8E4M3FN>, tensor<4xf8E4M3FN>) -> tensor<4xf8E4M3FN>
  %expected = stablehlo.constant dense<[1.125, -1.0, 0.001953125, 0.0]> : tensor<4xf8E4M3FN>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf8E4M3FN>, tensor<4xf8E4M3FN>) -> ()
  return
}

// -----

// last_bit_f8E4M3FNUZ: to the last bit of f8E4M3FNUZ
//   maximum: For floats: `maximum` from IEEE-754: to nearest, ties to even.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, -1.0, 0.0009765625, -0.0009765625]> : tensor<4xf8E4M3FNUZ>
  %rhs = stablehlo.constant dense<[1.125, -1.125, 0.0, 0.0]> : tensor<4xf8E4M3FNUZ>
  %result = "stablehlo.maximum"(%lhs, %rhs) : (tensor<4xf8E4M3FNUZ>, tensor<4xf8E4M3FNUZ>) -> tensor<4xf8E4M3FNUZ>
  %expected = stablehlo.constant dense<[1.125, -1.0, 0.0009765625, 0.0]> : tensor<4xf8E4M3FNUZ>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf8E4M3FNUZ>, tensor<4xf8E4M3FNUZ>) -> ()
  return
}

// -----

// last_bit_f8E4M3B11FNUZ: to the last bit of f8E4M3B11FNUZ
//   maximum: For floats: `maximum` from IEEE-754: to nearest, ties to even.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, -1.0, 0.0001220703125, -0.0001220703125]> : tensor<4xf8E4M3B11FNUZ>
  %rhs = stablehlo.constant dense<[1.125, -1.125, 0.0, 0.0]> : tensor<4xf8E4M3B11FNUZ>
  %result = "stablehlo.maximum"(%lhs, %rhs) : (tensor<4xf8E4M3B11FNUZ>, tensor<4xf8E4M3B11FNUZ>) -> tensor<4xf8E4M3B11FNUZ>
  %expected = stablehlo.constant dense<[1.125, -1.0, 0.0001220703125, 0.0]> : tensor<4xf8E4M3B11FNUZ>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf8E4M3B11FNUZ>, tensor<4xf8E4M3B11FNUZ>) -> ()
  return
}

// -----

// last_bit_f8E5M2: to the last bit of f8E5M2
//   maximum: For floats: `maximum` from IEEE-754: to nearest, ties to even.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, -1.0, 1.52587890625e-05, -1.52587890625e-05]> : tensor<4xf8E5M2>
  %rhs = stablehlo.constant dense<[1.25, -1.25, 0.0, 0.0]> : tensor<4xf8E5M2>
  %result = "stablehlo.maximum"(%lhs, %rhs) : (tensor<4xf8E5M2>, tensor<4xf8E5M2>) -> tensor<4xf8E5M2>
  %expected = stablehlo.constant dense<[1.25, -1.0, 1.52587890625e-05, 0.0]> : tensor<4xf8E5M2>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf8E5M2>, tensor<4xf8E5M2>) -> ()
  return
}

// -----

// last_bit_f8E5M2FNUZ: to the last bit of f8E5M2FNUZ
//   maximum: For floats: `maximum` from IEEE-754: to nearest, ties to even.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, -1.0, 7.62939453125e-06, -7.62939453125e-06]> : tensor<4xf8E5M2FNUZ>
  %rhs = stablehlo.constant dense<[1.25, -1.25, 0.0, 0.0]> : tensor<4xf8E5M2FNUZ>
  %result = "stablehlo.maximum"(%lhs, %rhs) : (tensor<4xf8E5M2FNUZ>, tensor<4xf8E5M2FNUZ>) -> tensor<4xf8E5M2FNUZ>
  %expected = stablehlo.constant dense<[1.25, -1.0, 7.62939453125e-06, 0.0]> : tensor<4xf8E5M2FNUZ>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf8E5M2FNUZ>, tensor<4xf8E5M2FNUZ>) -> ()
  return
}

// -----

// last_bit_bf16: to the last bit of bf16
//   maximum: For floats: `maximum` from IEEE-754: to nearest, ties to even.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, -1.0, 9.183549615799121e-41, -9.183549615799121e-41]> : tensor<4xbf16>
  %rhs = stablehlo.constant dense<[1.0078125, -1.0078125, 0.0, 0.0]> : tensor<4xbf16>
  %result = "stablehlo.maximum"(%lhs, %rhs) : (tensor<4xbf16>, tensor<4xbf16>) -> tensor<4xbf16>
  %expected = stablehlo.constant dense<[1.0078125, -1.0, 9.183549615799121e-41, 0.0]> : tensor<4xbf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xbf16>, tensor<4xbf16>) -> ()
  return
}

// -----

// last_bit_f16: to the last bit of f16
//   maximum: For floats: `maximum` from IEEE-754: to nearest, ties to even.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, -1.0, 5.960464477539063e-08, -5.960464477539063e-08]> : tensor<4xf16>
  %rhs = stablehlo.constant dense<[1.0009765625, -1.0009765625, 0.0, 0.0]> : tensor<4xf16>
  %result = "stablehlo.maximum"(%lhs, %rhs) : (tensor<4xf16>, tensor<4xf16>) -> tensor<4xf16>
  %expected = stablehlo.constant dense<[1.0009765625, -1.0, 5.960464477539063e-08, 0.0]> : tensor<4xf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf16>, tensor<4xf16>) -> ()
  return
}

// -----

// last_bit_f32: to the last bit of f32
//   maximum: For floats: `maximum` from IEEE-754: to nearest, ties to even.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, -1.0, 1.401298464324817e-45, -1.401298464324817e-45]> : tensor<4xf32>
  %rhs = stablehlo.constant dense<[1.0000001192092896, -1.0000001192092896, 0.0, 0.0]> : tensor<4xf32>
  %result = "stablehlo.maximum"(%lhs, %rhs) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %expected = stablehlo.constant dense<[1.0000001192092896, -1.0, 1.401298464324817e-45, 0.0]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}

// -----

// last_bit_f64: to the last bit of f64
//   maximum: For floats: `maximum` from IEEE-754: to nearest, ties to even.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, -1.0, 5.0e-324, -5.0e-324]> : tensor<4xf64>
  %rhs = stablehlo.constant dense<[1.0000000000000002, -1.0000000000000002, 0.0, 0.0]> : tensor<4xf64>
  %result = "stablehlo.maximum"(%lhs, %rhs) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  %expected = stablehlo.constant dense<[1.0000000000000002, -1.0, 5.0e-324, 0.0]> : tensor<4xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf64>, tensor<4xf64>) -> ()
  return
}
