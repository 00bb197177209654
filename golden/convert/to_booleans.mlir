// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/choices.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// i8_to_boolean: what isn't zero in i8 is true
//   convert: false is converted to zero, true to one; zero to false, what isn't zero to true.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0, 1, 2, 100]> : tensor<4xi8>
  %result = "stablehlo.convert"(%operand) : (tensor<4xi8>) -> tensor<4xi1>
  %expected = stablehlo.constant dense<[false, true, true, true]> : tensor<4xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
  return
}

// -----

// ui32_to_boolean: what isn't zero in ui32 is true
//   convert: false is converted to zero, true to one; zero to false, what isn't zero to true.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0, 1, 2, 100]> : tensor<4xui32>
  %result = "stablehlo.convert"(%operand) : (tensor<4xui32>) -> tensor<4xi1>
  %expected = stablehlo.constant dense<[false, true, true, true]> : tensor<4xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
  return
}

// -----

// f16_to_boolean: what isn't zero in f16 is true
//   convert: false is converted to zero, true to one; zero to false, what isn't zero to true.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.0, 0x8000, 0.5, 0x7E00]> : tensor<4xf16>
  %result = "stablehlo.convert"(%operand) : (tensor<4xf16>) -> tensor<4xi1>
  %expected = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
  return
}

// -----

// f32_to_boolean: what isn't zero in f32 is true
//   convert: false is converted to zero, true to one; zero to false, what isn't zero to true.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.0, 0x80000000, 0.5, 0x7FC00000]> : tensor<4xf32>
  %result = "stablehlo.convert"(%operand) : (tensor<4xf32>) -> tensor<4xi1>
  %expected = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
  return
}

// -----

// complex_f32_to_boolean: what isn't zero in complex<f32> is true
//   convert: false is converted to zero, true to one; zero to false, what isn't zero to true.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[(0.0, 0.0), (1.0, 0.0), (0.5, 0.0), (-3.0, 0.0)]> : tensor<4xcomplex<f32>>
  %result = "stablehlo.convert"(%operand) : (tensor<4xcomplex<f32>>) -> tensor<4xi1>
  %expected = stablehlo.constant dense<[false, true, true, true]> : tensor<4xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
  return
}
