// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/choices.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// boolean_to_i8: true is 1 in i8
//   convert: false is converted to zero, true to one; zero to false, what isn't zero to true.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[false, true]> : tensor<2xi1>
  %result = "stablehlo.convert"(%operand) : (tensor<2xi1>) -> tensor<2xi8>
  %expected = stablehlo.constant dense<[0, 1]> : tensor<2xi8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xi8>, tensor<2xi8>) -> ()
  return
}

// -----

// boolean_to_ui32: true is 1 in ui32
//   convert: false is converted to zero, true to one; zero to false, what isn't zero to true.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[false, true]> : tensor<2xi1>
  %result = "stablehlo.convert"(%operand) : (tensor<2xi1>) -> tensor<2xui32>
  %expected = stablehlo.constant dense<[0, 1]> : tensor<2xui32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xui32>, tensor<2xui32>) -> ()
  return
}

// -----

// boolean_to_f16: true is 1 in f16
//   convert: false is converted to zero, true to one; zero to false, what isn't zero to true.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[false, true]> : tensor<2xi1>
  %result = "stablehlo.convert"(%operand) : (tensor<2xi1>) -> tensor<2xf16>
  %expected = stablehlo.constant dense<[0.0, 1.0]> : tensor<2xf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xf16>, tensor<2xf16>) -> ()
  return
}

// -----

// boolean_to_f32: true is 1 in f32
//   convert: false is converted to zero, true to one; zero to false, what isn't zero to true.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[false, true]> : tensor<2xi1>
  %result = "stablehlo.convert"(%operand) : (tensor<2xi1>) -> tensor<2xf32>
  %expected = stablehlo.constant dense<[0.0, 1.0]> : tensor<2xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}

// -----

// boolean_to_complex_f32: true is 1 in complex<f32>
//   convert: false is converted to zero, true to one; zero to false, what isn't zero to true.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[false, true]> : tensor<2xi1>
  %result = "stablehlo.convert"(%operand) : (tensor<2xi1>) -> tensor<2xcomplex<f32>>
  %expected = stablehlo.constant dense<[(0.0, 0.0), (1.0, 0.0)]> : tensor<2xcomplex<f32>>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> ()
  return
}
