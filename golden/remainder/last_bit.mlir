// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/element_types.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// last_bit_f8E3M4: to the last bit of f8E3M4
//   remainder: For floats: `remainder` from IEEE-754: to nearest, ties to even.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0625, 0.9375, 0.015625]> : tensor<3xf8E3M4>
  %rhs = stablehlo.constant dense<[1.0, 1.0625, 1.0]> : tensor<3xf8E3M4>
  %result = "stablehlo.remainder"(%lhs, %rhs) : (tensor<3xf8E3M4>, tensor<3xf8E3M4>) -> tensor<3xf8E3M4>
  %expected = stablehlo.constant dense<[0.0625, 0.9375, 0.015625]> : tensor<3xf8E3M4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xf8E3M4>, tensor<3xf8E3M4>) -> ()
  return
}

// -----

// last_bit_f8E4M3: to the last bit of f8E4M3
//   remainder: For floats: `remainder` from IEEE-754: to nearest, ties to even.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.125, 0.875, 0.001953125]> : tensor<3xf8E4M3>
  %rhs = stablehlo.constant dense<[1.0, 1.125, 1.0]> : tensor<3xf8E4M3>
  %result = "stablehlo.remainder"(%lhs, %rhs) : (tensor<3xf8E4M3>, tensor<3xf8E4M3>) -> tensor<3xf8E4M3>
  %expected = stablehlo.constant dense<[0.125, 0.875, 0.001953125]> : tensor<3xf8E4M3>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xf8E4M3>, tensor<3xf8E4M3>) -> ()
  return
}

// -----

// last_bit_f8E4M3FN: to the last bit of f8E4M3FN
//   remainder: For floats: `remainder` from IEEE-754: to nearest, ties to even.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.125, 0.875, 0.001953125]> : tensor<3xf8E4M3FN>
  %rhs = stablehlo.constant dense<[1.0, 1.125, 1.0]> : tensor<3xf8E4M3FN>
  %result = "stablehlo.remainder"(%lhs, %rhs) : (tensor<3xf8E4M3FN>, tensor<3xf8E4M3FN>) -> tensor<3xf8E4M3FN>
  %expected = stablehlo.constant dense<[0.125, 0.875, 0.001953125]> : tensor<3xf8E4M3FN>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xf8E4M3FN>, tensor<3xf8E4M3FN>) -> ()
  return
}

// -----

// last_bit_f8E4M3FNUZ: to the last bit of f8E4M3FNUZ
//   remainder: For floats: `remainder` from IEEE-754: to nearest, ties to even.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.125, 0.875, 0.0009765625]> : tensor<3xf8E4M3FNUZ>
  %rhs = stablehlo.constant dense<[1.0, 1.125, 1.0]> : tensor<3xf8E4M3FNUZ>
  %result = "stablehlo.remainder"(%lhs, %rhs) : (tensor<3xf8E4M3FNUZ>, tensor<3xf8E4M3FNUZ>) -> tensor<3xf8E4M3FNUZ>
  %expected = stablehlo.constant dense<[0.125, 0.875, 0.0009765625]> : tensor<3xf8E4M3FNUZ>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xf8E4M3FNUZ>, tensor<3xf8E4M3FNUZ>) -> ()
  return
}

// -----

// last_bit_f8E4M3B11FNUZ: to the last bit of f8E4M3B11FNUZ
//   remainder: For floats: `remainder` from IEEE-754: to nearest, ties to even.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.125, 0.875, 0.0001220703125]> : tensor<3xf8E4M3B11FNUZ>
  %rhs = stablehlo.constant dense<[1.0, 1.125, 1.0]> : tensor<3xf8E4M3B11FNUZ>
  %result = "stablehlo.remainder"(%lhs, %rhs) : (tensor<3xf8E4M3B11FNUZ>, tensor<3xf8E4M3B11FNUZ>) -> tensor<3xf8E4M3B11FNUZ>
  %expected = stablehlo.constant dense<[0.125, 0.875, 0.0001220703125]> : tensor<3xf8E4M3B11FNUZ>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xf8E4M3B11FNUZ>, tensor<3xf8E4M3B11FNUZ>) -> ()
  return
}

// -----

// last_bit_f8E5M2: to the last bit of f8E5M2
//   remainder: For floats: `remainder` from IEEE-754: to nearest, ties to even.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.25, 0.75, 1.52587890625e-05]> : tensor<3xf8E5M2>
  %rhs = stablehlo.constant dense<[1.0, 1.25, 1.0]> : tensor<3xf8E5M2>
  %result = "stablehlo.remainder"(%lhs, %rhs) : (tensor<3xf8E5M2>, tensor<3xf8E5M2>) -> tensor<3xf8E5M2>
  %expected = stablehlo.constant dense<[0.25, 0.75, 1.52587890625e-05]> : tensor<3xf8E5M2>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xf8E5M2>, tensor<3xf8E5M2>) -> ()
  return
}

// -----

// last_bit_f8E5M2FNUZ: to the last bit of f8E5M2FNUZ
//   remainder: For floats: `remainder` from IEEE-754: to nearest, ties to even.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.25, 0.75, 7.62939453125e-06]> : tensor<3xf8E5M2FNUZ>
  %rhs = stablehlo.constant dense<[1.0, 1.25, 1.0]> : tensor<3xf8E5M2FNUZ>
  %result = "stablehlo.remainder"(%lhs, %rhs) : (tensor<3xf8E5M2FNUZ>, tensor<3xf8E5M2FNUZ>) -> tensor<3xf8E5M2FNUZ>
  %expected = stablehlo.constant dense<[0.25, 0.75, 7.62939453125e-06]> : tensor<3xf8E5M2FNUZ>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xf8E5M2FNUZ>, tensor<3xf8E5M2FNUZ>) -> ()
  return
}

// -----

// last_bit_bf16: to the last bit of bf16
//   remainder: For floats: `remainder` from IEEE-754: to nearest, ties to even.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0078125, 0.9921875, 9.183549615799121e-41]> : tensor<3xbf16>
  %rhs = stablehlo.constant dense<[1.0, 1.0078125, 1.0]> : tensor<3xbf16>
  %result = "stablehlo.remainder"(%lhs, %rhs) : (tensor<3xbf16>, tensor<3xbf16>) -> tensor<3xbf16>
  %expected = stablehlo.constant dense<[0.0078125, 0.9921875, 9.183549615799121e-41]> : tensor<3xbf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xbf16>, tensor<3xbf16>) -> ()
  return
}

// -----

// last_bit_f16: to the last bit of f16
//   remainder: For floats: `remainder` from IEEE-754: to nearest, ties to even.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0009765625, 0.9990234375, 5.960464477539063e-08]> : tensor<3xf16>
  %rhs = stablehlo.constant dense<[1.0, 1.0009765625, 1.0]> : tensor<3xf16>
  %result = "stablehlo.remainder"(%lhs, %rhs) : (tensor<3xf16>, tensor<3xf16>) -> tensor<3xf16>
  %expected = stablehlo.constant dense<[0.0009765625, 0.9990234375, 5.960464477539063e-08]> : tensor<3xf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xf16>, tensor<3xf16>) -> ()
  return
}

// -----

// last_bit_f32: to the last bit of f32
//   remainder: For floats: `remainder` from IEEE-754: to nearest, ties to even.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0000001192092896, 0.9999998807907104, 1.401298464324817e-45]> : tensor<3xf32>
  %rhs = stablehlo.constant dense<[1.0, 1.0000001192092896, 1.0]> : tensor<3xf32>
  %result = "stablehlo.remainder"(%lhs, %rhs) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %expected = stablehlo.constant dense<[1.1920928955078125e-07, 0.9999998807907104, 1.401298464324817e-45]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
  return
}

// -----

// last_bit_f64: to the last bit of f64
//   remainder: For floats: `remainder` from IEEE-754: to nearest, ties to even.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0000000000000002, 0.9999999999999998, 5.0e-324]> : tensor<3xf64>
  %rhs = stablehlo.constant dense<[1.0, 1.0000000000000002, 1.0]> : tensor<3xf64>
  %result = "stablehlo.remainder"(%lhs, %rhs) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  %expected = stablehlo.constant dense<[2.220446049250313e-16, 0.9999999999999998, 5.0e-324]> : tensor<3xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xf64>, tensor<3xf64>) -> ()
  return
}
