// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/element_types.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// last_bit_f8E3M4: to the last bit of f8E3M4
//   add: For floats: `add` from IEEE-754: to nearest, ties to even.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, 1.0625, 1.0, 0.015625]> : tensor<4xf8E3M4>
  %rhs = stablehlo.constant dense<[0.03125, 0.03125, 0.046875, 0.015625]> : tensor<4xf8E3M4>
  %result = "stablehlo.add"(%lhs, %rhs) : (tensor<4xf8E3M4>, tensor<4xf8E3M4>) -> tensor<4xf8E3M4>
  %expected = stablehlo.constant dense<[1.0, 1.125, 1.0625, 0.03125]> : tensor<4xf8E3M4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf8E3M4>, tensor<4xf8E3M4>) -> ()
  return
}

// -----

// last_bit_f8E4M3: to the last bit of f8E4M3
//   add: For floats: `add` from IEEE-754: to nearest, ties to even.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, 1.125, 1.0, 0.001953125]> : tensor<4xf8E4M3>
  %rhs = stablehlo.constant dense<[0.0625, 0.0625, 0.09375, 0.001953125]> : tensor<4xf8E4M3>
  %result = "stablehlo.add"(%lhs, %rhs) : (tensor<4xf8E4M3>, tensor<4xf8E4M3>) -> tensor<4xf8E4M3>
  %expected = stablehlo.constant dense<[1.0, 1.25, 1.125, 0.00390625]> : tensor<4xf8E4M3>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf8E4M3>, tensor<4xf8E4M3>) -> ()
  return
}

// -----

// last_bit_f8E4M3FN: to the last bit of f8E4M3FN
//   add: For floats: `add` from IEEE-754: to nearest, ties to even.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, 1.125, 1.0, 0.001953125]> : tensor<4xf8E4M3FN>
  %rhs = stablehlo.constant dense<[0.0625, 0.0625, 0.09375, 0.001953125]> : tensor<4xf8E4M3FN>
  %result = "stablehlo.add"(%lhs, %rhs) : (tensor<4xf8E4M3FN>, tensor<4xf8E4M3FN>) -> tensor<4xf8E4M3FN>
  %expected = stablehlo.constant dense<[1.0, 1.25, 1.125, 0.00390625]> : tensor<4xf8E4M3FN>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf8E4M3FN>, tensor<4xf8E4M3FN>) -> ()
  return
}

// -----

// last_bit_f8E4M3FNUZ: to the last bit of f8E4M3FNUZ
//   add: For floats: `add` from IEEE-754: to nearest, ties to even.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, 1.125, 1.0, 0.0009765625]> : tensor<4xf8E4M3FNUZ>
  %rhs = stablehlo.constant dense<[0.0625, 0.0625, 0.09375, 0.0009765625]> : tensor<4xf8E4M3FNUZ>
  %result = "stablehlo.add"(%lhs, %rhs) : (tensor<4xf8E4M3FNUZ>, tensor<4xf8E4M3FNUZ>) -> tensor<4xf8E4M3FNUZ>
  %expected = stablehlo.constant dense<[1.0, 1.25, 1.125, 0.001953125]> : tensor<4xf8E4M3FNUZ>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf8E4M3FNUZ>, tensor<4xf8E4M3FNUZ>) -> ()
  return
}

// -----

// last_bit_f8E4M3B11FNUZ: to the last bit of f8E4M3B11FNUZ
//   add: For floats: `add` from IEEE-754: to nearest, ties to even.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, 1.125, 1.0, 0.0001220703125]> : tensor<4xf8E4M3B11FNUZ>
  %rhs = stablehlo.constant dense<[0.0625, 0.0625, 0.09375, 0.0001220703125]> : tensor<4xf8E4M3B11FNUZ>
  %result = "stablehlo.add"(%lhs, %rhs) : (tensor<4xf8E4M3B11FNUZ>, tensor<4xf8E4M3B11FNUZ>) -> tensor<4xf8E4M3B11FNUZ>
  %expected = stablehlo.constant dense<[1.0, 1.25, 1.125, 0.000244140625]> : tensor<4xf8E4M3B11FNUZ>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf8E4M3B11FNUZ>, tensor<4xf8E4M3B11FNUZ>) -> ()
  return
}

// -----

// last_bit_f8E5M2: to the last bit of f8E5M2
//   add: For floats: `add` from IEEE-754: to nearest, ties to even.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, 1.25, 1.0, 1.52587890625e-05]> : tensor<4xf8E5M2>
  %rhs = stablehlo.constant dense<[0.125, 0.125, 0.1875, 1.52587890625e-05]> : tensor<4xf8E5M2>
  %result = "stablehlo.add"(%lhs, %rhs) : (tensor<4xf8E5M2>, tensor<4xf8E5M2>) -> tensor<4xf8E5M2>
  %expected = stablehlo.constant dense<[1.0, 1.5, 1.25, 3.0517578125e-05]> : tensor<4xf8E5M2>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf8E5M2>, tensor<4xf8E5M2>) -> ()
  return
}

// -----

// last_bit_f8E5M2FNUZ: to the last bit of f8E5M2FNUZ
//   add: For floats: `add` from IEEE-754: to nearest, ties to even.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, 1.25, 1.0, 7.62939453125e-06]> : tensor<4xf8E5M2FNUZ>
  %rhs = stablehlo.constant dense<[0.125, 0.125, 0.1875, 7.62939453125e-06]> : tensor<4xf8E5M2FNUZ>
  %result = "stablehlo.add"(%lhs, %rhs) : (tensor<4xf8E5M2FNUZ>, tensor<4xf8E5M2FNUZ>) -> tensor<4xf8E5M2FNUZ>
  %expected = stablehlo.constant dense<[1.0, 1.5, 1.25, 1.52587890625e-05]> : tensor<4xf8E5M2FNUZ>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf8E5M2FNUZ>, tensor<4xf8E5M2FNUZ>) -> ()
  return
}

// -----

// last_bit_bf16: to the last bit of bf16
//   add: For floats: `add` from IEEE-754: to nearest, ties to even.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, 1.0078125, 1.0, 9.183549615799121e-41]> : tensor<4xbf16>
  %rhs = stablehlo.constant dense<[0.00390625, 0.00390625, 0.005859375, 9.183549615799121e-41]> : tensor<4xbf16>
  %result = "stablehlo.add"(%lhs, %rhs) : (tensor<4xbf16>, tensor<4xbf16>) -> tensor<4xbf16>
  %expected = stablehlo.constant dense<[1.0, 1.015625, 1.0078125, 1.8367099231598242e-40]> : tensor<4xbf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xbf16>, tensor<4xbf16>) -> ()
  return
}

// -----

// last_bit_f16: to the last bit of f16
//   add: For floats: `add` from IEEE-754: to nearest, ties to even.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, 1.0009765625, 1.0, 5.960464477539063e-08]> : tensor<4xf16>
  %rhs = stablehlo.constant dense<[0.00048828125, 0.00048828125, 0.000732421875, 5.960464477539063e-08]> : tensor<4xf16>
  %result = "stablehlo.add"(%lhs, %rhs) : (tensor<4xf16>, tensor<4xf16>) -> tensor<4xf16>
  %expected = stablehlo.constant dense<[1.0, 1.001953125, 1.0009765625, 1.1920928955078125e-07]> : tensor<4xf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf16>, tensor<4xf16>) -> ()
  return
}

// -----

// last_bit_f32: to the last bit of f32
//   add: For floats: `add` from IEEE-754: to nearest, ties to even.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, 1.0000001192092896, 1.0, 1.401298464324817e-45]> : tensor<4xf32>
  %rhs = stablehlo.constant dense<[
      5.960464477539063e-08, 5.960464477539063e-08, 8.940696716308594e-08, 1.401298464324817e-45
    ]> : tensor<4xf32>
  %result = "stablehlo.add"(%lhs, %rhs) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %expected = stablehlo.constant dense<[1.0, 1.000000238418579, 1.0000001192092896, 2.802596928649634e-45]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}

// -----

// last_bit_f64: to the last bit of f64
//   add: For floats: `add` from IEEE-754: to nearest, ties to even.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, 1.0000000000000002, 1.0, 5.0e-324]> : tensor<4xf64>
  %rhs = stablehlo.constant dense<[1.1102230246251565e-16, 1.1102230246251565e-16, 1.6653345369377348e-16, 5.0e-324]> : tensor<4xf64>
  %result = "stablehlo.add"(%lhs, %rhs) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  %expected = stablehlo.constant dense<[1.0, 1.0000000000000004, 1.0000000000000002, 1.0e-323]> : tensor<4xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf64>, tensor<4xf64>) -> ()
  return
}
