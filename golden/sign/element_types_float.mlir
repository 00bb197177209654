// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_f8E3M4: elements of type f8E3M4: the exact value, rounded once
//   sign: -1, 0 or 1; NaN of NaN, and a zero of the same sign of a zero.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.5, -3.0, 0.5]> : tensor<3xf8E3M4>
  %result = "stablehlo.sign"(%operand) : (tensor<3xf8E3M4>) -> tensor<3xf8E3M4>
  %expected = stablehlo.constant dense<[1.0, -1.0, 1.0]> : tensor<3xf8E3M4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xf8E3M4>, tensor<3xf8E3M4>) -> ()
  return
}

// -----

// element_type_f8E4M3: elements of type f8E4M3: the exact value, rounded once
//   sign: -1, 0 or 1; NaN of NaN, and a zero of the same sign of a zero.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.5, -3.0, 0.5]> : tensor<3xf8E4M3>
  %result = "stablehlo.sign"(%operand) : (tensor<3xf8E4M3>) -> tensor<3xf8E4M3>
  %expected = stablehlo.constant dense<[1.0, -1.0, 1.0]> : tensor<3xf8E4M3>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xf8E4M3>, tensor<3xf8E4M3>) -> ()
  return
}

// -----

// element_type_f8E4M3FN: elements of type f8E4M3FN: the exact value, rounded once
//   sign: -1, 0 or 1; NaN of NaN, and a zero of the same sign of a zero.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.5, -3.0, 0.5]> : tensor<3xf8E4M3FN>
  %result = "stablehlo.sign"(%operand) : (tensor<3xf8E4M3FN>) -> tensor<3xf8E4M3FN>
  %expected = stablehlo.constant dense<[1.0, -1.0, 1.0]> : tensor<3xf8E4M3FN>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xf8E4M3FN>, tensor<3xf8E4M3FN>) -> ()
  return
}

// -----

// element_type_f8E4M3FNUZ: elements of type f8E4M3FNUZ: the exact value, rounded once
//   sign: -1, 0 or 1; NaN of NaN, and a zero of the same sign of a zero.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.5, -3.0, 0.5]> : tensor<3xf8E4M3FNUZ>
  %result = "stablehlo.sign"(%operand) : (tensor<3xf8E4M3FNUZ>) -> tensor<3xf8E4M3FNUZ>
  %expected = stablehlo.constant dense<[1.0, -1.0, 1.0]> : tensor<3xf8E4M3FNUZ>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xf8E4M3FNUZ>, tensor<3xf8E4M3FNUZ>) -> ()
  return
}

// -----

// element_type_f8E4M3B11FNUZ: elements of type f8E4M3B11FNUZ: the exact value, rounded once
//   sign: -1, 0 or 1; NaN of NaN, and a zero of the same sign of a zero.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.5, -3.0, 0.5]> : tensor<3xf8E4M3B11FNUZ>
  %result = "stablehlo.sign"(%operand) : (tensor<3xf8E4M3B11FNUZ>) -> tensor<3xf8E4M3B11FNUZ>
  %expected = stablehlo.constant dense<[1.0, -1.0, 1.0]> : tensor<3xf8E4M3B11FNUZ>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xf8E4M3B11FNUZ>, tensor<3xf8E4M3B11FNUZ>) -> ()
  return
}

// -----

// element_type_f8E5M2: elements of type f8E5M2: the exact value, rounded once
//   sign: -1, 0 or 1; NaN of NaN, and a zero of the same sign of a zero.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.5, -3.0, 0.5]> : tensor<3xf8E5M2>
  %result = "stablehlo.sign"(%operand) : (tensor<3xf8E5M2>) -> tensor<3xf8E5M2>
  %expected = stablehlo.constant dense<[1.0, -1.0, 1.0]> : tensor<3xf8E5M2>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xf8E5M2>, tensor<3xf8E5M2>) -> ()
  return
}

// -----

// element_type_f8E5M2FNUZ: elements of type f8E5M2FNUZ: the exact value, rounded once
//   sign: -1, 0 or 1; NaN of NaN, and a zero of the same sign of a zero.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.5, -3.0, 0.5]> : tensor<3xf8E5M2FNUZ>
  %result = "stablehlo.sign"(%operand) : (tensor<3xf8E5M2FNUZ>) -> tensor<3xf8E5M2FNUZ>
  %expected = stablehlo.constant dense<[1.0, -1.0, 1.0]> : tensor<3xf8E5M2FNUZ>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xf8E5M2FNUZ>, tensor<3xf8E5M2FNUZ>) -> ()
  return
}

// -----

// element_type_bf16: elements of type bf16: the exact value, rounded once
//   sign: -1, 0 or 1; NaN of NaN, and a zero of the same sign of a zero.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.5, -3.0, 0.5]> : tensor<3xbf16>
  %result = "stablehlo.sign"(%operand) : (tensor<3xbf16>) -> tensor<3xbf16>
  %expected = stablehlo.constant dense<[1.0, -1.0, 1.0]> : tensor<3xbf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xbf16>, tensor<3xbf16>) -> ()
  return
}

// -----

// element_type_f16: elements of type f16: the exact value, rounded once
//   sign: -1, 0 or 1; NaN of NaN, and a zero of the same sign of a zero.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.5, -3.0, 0.5]> : tensor<3xf16>
  %result = "stablehlo.sign"(%operand) : (tensor<3xf16>) -> tensor<3xf16>
  %expected = stablehlo.constant dense<[1.0, -1.0, 1.0]> : tensor<3xf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xf16>, tensor<3xf16>) -> ()
  return
}

// -----

// element_type_f32: elements of type f32: the exact value, rounded once
//   sign: -1, 0 or 1; NaN of NaN, and a zero of the same sign of a zero.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.5, -3.0, 0.5]> : tensor<3xf32>
  %result = "stablehlo.sign"(%operand) : (tensor<3xf32>) -> tensor<3xf32>
  %expected = stablehlo.constant dense<[1.0, -1.0, 1.0]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
  return
}

// -----

// element_type_f64: elements of type f64: the exact value, rounded once
//   sign: -1, 0 or 1; NaN of NaN, and a zero of the same sign of a zero.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.5, -3.0, 0.5]> : tensor<3xf64>
  %result = "stablehlo.sign"(%operand) : (tensor<3xf64>) -> tensor<3xf64>
  %expected = stablehlo.constant dense<[1.0, -1.0, 1.0]> : tensor<3xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xf64>, tensor<3xf64>) -> ()
  return
}
