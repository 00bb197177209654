// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/element_types.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// last_bit_f8E3M4: to the last bit of f8E3M4
//   divide: For floats: `divide` from IEEE-754: to nearest, ties to even.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, 2.0, 1.0, 1.0, 5.0, 0.015625]> : tensor<6xf8E3M4>
  %rhs = stablehlo.constant dense<[3.0, 3.0, 5.0, 7.0, 3.0, 1.0]> : tensor<6xf8E3M4>
  %result = "stablehlo.divide"(%lhs, %rhs) : (tensor<6xf8E3M4>, tensor<6xf8E3M4>) -> tensor<6xf8E3M4>
  %expected = stablehlo.constant dense<[0.328125, 0.65625, 0.203125, 0.140625, 1.6875, 0.015625]> : tensor<6xf8E3M4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xf8E3M4>, tensor<6xf8E3M4>) -> ()
  return
}

// -----

// last_bit_f8E4M3: to the last bit of f8E4M3
//   divide: For floats: `divide` from IEEE-754: to nearest, ties to even.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, 2.0, 1.0, 1.0, 5.0, 0.001953125]> : tensor<6xf8E4M3>
  %rhs = stablehlo.constant dense<[3.0, 3.0, 5.0, 7.0, 3.0, 1.0]> : tensor<6xf8E4M3>
  %result = "stablehlo.divide"(%lhs, %rhs) : (tensor<6xf8E4M3>, tensor<6xf8E4M3>) -> tensor<6xf8E4M3>
  %expected = stablehlo.constant dense<[0.34375, 0.6875, 0.203125, 0.140625, 1.625, 0.001953125]> : tensor<6xf8E4M3>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xf8E4M3>, tensor<6xf8E4M3>) -> ()
  return
}

// -----

// last_bit_f8E4M3FN: to the last bit of f8E4M3FN
//   divide: For floats: `divide` from IEEE-754: to nearest, ties to even.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, 2.0, 1.0, 1.0, 5.0, 0.001953125]> : tensor<6xf8E4M3FN>
  %rhs = stablehlo.constant dense<[3.0, 3.0, 5.0, 7.0, 3.0, 1.0]> : tensor<6xf8E4M3FN>
  %result = "stablehlo.divide"(%lhs, %rhs) : (tensor<6xf8E4M3FN>, tensor<6xf8E4M3FN>) -> tensor<6xf8E4M3FN>
  %expected = stablehlo.constant dense<[0.34375, 0.6875, 0.203125, 0.140625, 1.625, 0.001953125]> : tensor<6xf8E4M3FN>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xf8E4M3FN>, tensor<6xf8E4M3FN>) -> ()
  return
}

// -----

// last_bit_f8E4M3FNUZ: to the last bit of f8E4M3FNUZ
//   divide: For floats: `divide` from IEEE-754: to nearest, ties to even.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, 2.0, 1.0, 1.0, 5.0, 0.0009765625]> : tensor<6xf8E4M3FNUZ>
  %rhs = stablehlo.constant dense<[3.0, 3.0, 5.0, 7.0, 3.0, 1.0]> : tensor<6xf8E4M3FNUZ>
  %result = "stablehlo.divide"(%lhs, %rhs) : (tensor<6xf8E4M3FNUZ>, tensor<6xf8E4M3FNUZ>) -> tensor<6xf8E4M3FNUZ>
  %expected = stablehlo.constant dense<[0.34375, 0.6875, 0.203125, 0.140625, 1.625, 0.0009765625]> : tensor<6xf8E4M3FNUZ>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xf8E4M3FNUZ>, tensor<6xf8E4M3FNUZ>) -> ()
  return
}

// -----

// last_bit_f8E4M3B11FNUZ: to the last bit of f8E4M3B11FNUZ
//   divide: For floats: `divide` from IEEE-754: to nearest, ties to even.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, 2.0, 1.0, 1.0, 5.0, 0.0001220703125]> : tensor<6xf8E4M3B11FNUZ>
  %rhs = stablehlo.constant dense<[3.0, 3.0, 5.0, 7.0, 3.0, 1.0]> : tensor<6xf8E4M3B11FNUZ>
  %result = "stablehlo.divide"(%lhs, %rhs) : (tensor<6xf8E4M3B11FNUZ>, tensor<6xf8E4M3B11FNUZ>) -> tensor<6xf8E4M3B11FNUZ>
  %expected = stablehlo.constant dense<[0.34375, 0.6875, 0.203125, 0.140625, 1.625, 0.0001220703125]> : tensor<6xf8E4M3B11FNUZ>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xf8E4M3B11FNUZ>, tensor<6xf8E4M3B11FNUZ>) -> ()
  return
}

// -----

// last_bit_f8E5M2: to the last bit of f8E5M2
//   divide: For floats: `divide` from IEEE-754: to nearest, ties to even.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, 2.0, 1.0, 1.0, 5.0, 1.52587890625e-05]> : tensor<6xf8E5M2>
  %rhs = stablehlo.constant dense<[3.0, 3.0, 5.0, 7.0, 3.0, 1.0]> : tensor<6xf8E5M2>
  %result = "stablehlo.divide"(%lhs, %rhs) : (tensor<6xf8E5M2>, tensor<6xf8E5M2>) -> tensor<6xf8E5M2>
  %expected = stablehlo.constant dense<[0.3125, 0.625, 0.1875, 0.15625, 1.75, 1.52587890625e-05]> : tensor<6xf8E5M2>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xf8E5M2>, tensor<6xf8E5M2>) -> ()
  return
}

// -----

// last_bit_f8E5M2FNUZ: to the last bit of f8E5M2FNUZ
//   divide: For floats: `divide` from IEEE-754: to nearest, ties to even.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, 2.0, 1.0, 1.0, 5.0, 7.62939453125e-06]> : tensor<6xf8E5M2FNUZ>
  %rhs = stablehlo.constant dense<[3.0, 3.0, 5.0, 7.0, 3.0, 1.0]> : tensor<6xf8E5M2FNUZ>
  %result = "stablehlo.divide"(%lhs, %rhs) : (tensor<6xf8E5M2FNUZ>, tensor<6xf8E5M2FNUZ>) -> tensor<6xf8E5M2FNUZ>
  %expected = stablehlo.constant dense<[0.3125, 0.625, 0.1875, 0.15625, 1.75, 7.62939453125e-06]> : tensor<6xf8E5M2FNUZ>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xf8E5M2FNUZ>, tensor<6xf8E5M2FNUZ>) -> ()
  return
}

// -----

// last_bit_bf16: to the last bit of bf16
//   divide: For floats: `divide` from IEEE-754: to nearest, ties to even.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, 2.0, 1.0, 1.0, 5.0, 9.183549615799121e-41]> : tensor<6xbf16>
  %rhs = stablehlo.constant dense<[3.0, 3.0, 5.0, 7.0, 3.0, 1.0]> : tensor<6xbf16>
  %result = "stablehlo.divide"(%lhs, %rhs) : (tensor<6xbf16>, tensor<6xbf16>) -> tensor<6xbf16>
  %expected = stablehlo.constant dense<[
      0.333984375, 0.66796875, 0.2001953125, 0.142578125, 1.6640625, 9.183549615799121e-41
    ]> : tensor<6xbf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xbf16>, tensor<6xbf16>) -> ()
  return
}

// -----

// last_bit_f16: to the last bit of f16
//   divide: For floats: `divide` from IEEE-754: to nearest, ties to even.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, 2.0, 1.0, 1.0, 5.0, 5.960464477539063e-08]> : tensor<6xf16>
  %rhs = stablehlo.constant dense<[3.0, 3.0, 5.0, 7.0, 3.0, 1.0]> : tensor<6xf16>
  %result = "stablehlo.divide"(%lhs, %rhs) : (tensor<6xf16>, tensor<6xf16>) -> tensor<6xf16>
  %expected = stablehlo.constant dense<[
      0.333251953125, 0.66650390625, 0.199951171875, 0.142822265625, 1.6669921875, 5.960464477539063e-08
    ]> : tensor<6xf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xf16>, tensor<6xf16>) -> ()
  return
}

// -----

// last_bit_f32: to the last bit of f32
//   divide: For floats: `divide` from IEEE-754: to nearest, ties to even.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, 2.0, 1.0, 1.0, 5.0, 1.401298464324817e-45]> : tensor<6xf32>
  %rhs = stablehlo.constant dense<[3.0, 3.0, 5.0, 7.0, 3.0, 1.0]> : tensor<6xf32>
  %result = "stablehlo.divide"(%lhs, %rhs) : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  %expected = stablehlo.constant dense<[
      0.3333333432674408, 0.6666666865348816, 0.20000000298023224, 0.1428571492433548, 1.6666666269302368,
      1.401298464324817e-45
    ]> : tensor<6xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xf32>, tensor<6xf32>) -> ()
  return
}

// -----

// last_bit_f64: to the last bit of f64
//   divide: For floats: `divide` from IEEE-754: to nearest, ties to even.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, 2.0, 1.0, 1.0, 5.0, 5.0e-324]> : tensor<6xf64>
  %rhs = stablehlo.constant dense<[3.0, 3.0, 5.0, 7.0, 3.0, 1.0]> : tensor<6xf64>
  %result = "stablehlo.divide"(%lhs, %rhs) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
  %expected = stablehlo.constant dense<[
      0.3333333333333333, 0.6666666666666666, 0.2, 0.14285714285714285, 1.6666666666666667, 5.0e-324
    ]> : tensor<6xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xf64>, tensor<6xf64>) -> ()
  return
}
