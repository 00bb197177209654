// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_f8E3M4: elements of type f8E3M4: the exact value, rounded once
//   floor: Implements the `roundToIntegralTowardNegative` operation from the IEEE-754 specification.
// agree: spec model, XLA CPU
// upstream interpreter differs: upstream.rounding-of-f8E3M4: the interpreter gives NaN: it rounds by way of 16,
//     which is more than f8E3M4 has
func.func @main() {
  %operand = stablehlo.constant dense<[1.5, -2.5, 0.5, 3.0]> : tensor<4xf8E3M4>
  %result = "stablehlo.floor"(%operand) : (tensor<4xf8E3M4>) -> tensor<4xf8E3M4>
  %expected = stablehlo.constant dense<[1.0, -3.0, 0.0, 3.0]> : tensor<4xf8E3M4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf8E3M4>, tensor<4xf8E3M4>) -> ()
  return
}

// -----

// element_type_f8E4M3: elements of type f8E4M3: the exact value, rounded once
//   floor: Implements the `roundToIntegralTowardNegative` operation from the IEEE-754 specification.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.5, -2.5, 0.5, 3.0]> : tensor<4xf8E4M3>
  %result = "stablehlo.floor"(%operand) : (tensor<4xf8E4M3>) -> tensor<4xf8E4M3>
  %expected = stablehlo.constant dense<[1.0, -3.0, 0.0, 3.0]> : tensor<4xf8E4M3>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf8E4M3>, tensor<4xf8E4M3>) -> ()
  return
}

// -----

// element_type_f8E4M3FN: elements of type f8E4M3FN: the exact value, rounded once
//   floor: Implements the `roundToIntegralTowardNegative` operation from the IEEE-754 specification.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.5, -2.5, 0.5, 3.0]> : tensor<4xf8E4M3FN>
  %result = "stablehlo.floor"(%operand) : (tensor<4xf8E4M3FN>) -> tensor<4xf8E4M3FN>
  %expected = stablehlo.constant dense<[1.0, -3.0, 0.0, 3.0]> : tensor<4xf8E4M3FN>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf8E4M3FN>, tensor<4xf8E4M3FN>) -> ()
  return
}

// -----

// element_type_f8E4M3FNUZ: elements of type f8E4M3FNUZ: the exact value, rounded once
//   floor: Implements the `roundToIntegralTowardNegative` operation from the IEEE-754 specification.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.5, -2.5, 0.5, 3.0]> : tensor<4xf8E4M3FNUZ>
  %result = "stablehlo.floor"(%operand) : (tensor<4xf8E4M3FNUZ>) -> tensor<4xf8E4M3FNUZ>
  %expected = stablehlo.constant dense<[1.0, -3.0, 0.0, 3.0]> : tensor<4xf8E4M3FNUZ>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf8E4M3FNUZ>, tensor<4xf8E4M3FNUZ>) -> ()
  return
}

// -----

// element_type_f8E4M3B11FNUZ: elements of type f8E4M3B11FNUZ: the exact value, rounded once
//   floor: Implements the `roundToIntegralTowardNegative` operation from the IEEE-754 specification.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.5, -2.5, 0.5, 3.0]> : tensor<4xf8E4M3B11FNUZ>
  %result = "stablehlo.floor"(%operand) : (tensor<4xf8E4M3B11FNUZ>) -> tensor<4xf8E4M3B11FNUZ>
  %expected = stablehlo.constant dense<[1.0, -3.0, 0.0, 3.0]> : tensor<4xf8E4M3B11FNUZ>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf8E4M3B11FNUZ>, tensor<4xf8E4M3B11FNUZ>) -> ()
  return
}

// -----

// element_type_f8E5M2: elements of type f8E5M2: the exact value, rounded once
//   floor: Implements the `roundToIntegralTowardNegative` operation from the IEEE-754 specification.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.5, -2.5, 0.5, 3.0]> : tensor<4xf8E5M2>
  %result = "stablehlo.floor"(%operand) : (tensor<4xf8E5M2>) -> tensor<4xf8E5M2>
  %expected = stablehlo.constant dense<[1.0, -3.0, 0.0, 3.0]> : tensor<4xf8E5M2>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf8E5M2>, tensor<4xf8E5M2>) -> ()
  return
}

// -----

// element_type_f8E5M2FNUZ: elements of type f8E5M2FNUZ: the exact value, rounded once
//   floor: Implements the `roundToIntegralTowardNegative` operation from the IEEE-754 specification.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.5, -2.5, 0.5, 3.0]> : tensor<4xf8E5M2FNUZ>
  %result = "stablehlo.floor"(%operand) : (tensor<4xf8E5M2FNUZ>) -> tensor<4xf8E5M2FNUZ>
  %expected = stablehlo.constant dense<[1.0, -3.0, 0.0, 3.0]> : tensor<4xf8E5M2FNUZ>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf8E5M2FNUZ>, tensor<4xf8E5M2FNUZ>) -> ()
  return
}

// -----

// element_type_bf16: elements of type bf16: the exact value, rounded once
//   floor: Implements the `roundToIntegralTowardNegative` operation from the IEEE-754 specification.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.5, -2.5, 0.5, 3.0]> : tensor<4xbf16>
  %result = "stablehlo.floor"(%operand) : (tensor<4xbf16>) -> tensor<4xbf16>
  %expected = stablehlo.constant dense<[1.0, -3.0, 0.0, 3.0]> : tensor<4xbf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xbf16>, tensor<4xbf16>) -> ()
  return
}

// -----

// element_type_f16: elements of type f16: the exact value, rounded once
//   floor: Implements the `roundToIntegralTowardNegative` operation from the IEEE-754 specification.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.5, -2.5, 0.5, 3.0]> : tensor<4xf16>
  %result = "stablehlo.floor"(%operand) : (tensor<4xf16>) -> tensor<4xf16>
  %expected = stablehlo.constant dense<[1.0, -3.0, 0.0, 3.0]> : tensor<4xf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf16>, tensor<4xf16>) -> ()
  return
}

// -----

// element_type_f32: elements of type f32: the exact value, rounded once
//   floor: Implements the `roundToIntegralTowardNegative` operation from the IEEE-754 specification.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.5, -2.5, 0.5, 3.0]> : tensor<4xf32>
  %result = "stablehlo.floor"(%operand) : (tensor<4xf32>) -> tensor<4xf32>
  %expected = stablehlo.constant dense<[1.0, -3.0, 0.0, 3.0]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}

// -----

// element_type_f64: elements of type f64: the exact value, rounded once
//   floor: Implements the `roundToIntegralTowardNegative` operation from the IEEE-754 specification.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.5, -2.5, 0.5, 3.0]> : tensor<4xf64>
  %result = "stablehlo.floor"(%operand) : (tensor<4xf64>) -> tensor<4xf64>
  %expected = stablehlo.constant dense<[1.0, -3.0, 0.0, 3.0]> : tensor<4xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf64>, tensor<4xf64>) -> ()
  return
}
