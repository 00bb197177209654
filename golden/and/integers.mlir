// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/arithmetic.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// integers_i8: bits of i8
//   and: For integers: bitwise AND.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[5, 0, 100, -1, -128]> : tensor<5xi8>
  %rhs = stablehlo.constant dense<[3, 127, 27, 85, 127]> : tensor<5xi8>
  %result = "stablehlo.and"(%lhs, %rhs) : (tensor<5xi8>, tensor<5xi8>) -> tensor<5xi8>
  %expected = stablehlo.constant dense<[1, 0, 0, 85, 0]> : tensor<5xi8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi8>, tensor<5xi8>) -> ()
  return
}

// -----

// integers_ui8: bits of ui8
//   and: For integers: bitwise AND.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[5, 0, 100, 200]> : tensor<4xui8>
  %rhs = stablehlo.constant dense<[3, 127, 27, 85]> : tensor<4xui8>
  %result = "stablehlo.and"(%lhs, %rhs) : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xui8>
  %expected = stablehlo.constant dense<[1, 0, 0, 64]> : tensor<4xui8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xui8>, tensor<4xui8>) -> ()
  return
}

// -----

// integers_i32: bits of i32
//   and: For integers: bitwise AND.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[5, 0, 100, -1, -128]> : tensor<5xi32>
  %rhs = stablehlo.constant dense<[3, 127, 27, 85, 127]> : tensor<5xi32>
  %result = "stablehlo.and"(%lhs, %rhs) : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi32>
  %expected = stablehlo.constant dense<[1, 0, 0, 85, 0]> : tensor<5xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi32>, tensor<5xi32>) -> ()
  return
}

// -----

// integers_ui64: bits of ui64
//   and: For integers: bitwise AND.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[5, 0, 100, 200]> : tensor<4xui64>
  %rhs = stablehlo.constant dense<[3, 127, 27, 85]> : tensor<4xui64>
  %result = "stablehlo.and"(%lhs, %rhs) : (tensor<4xui64>, tensor<4xui64>) -> tensor<4xui64>
  %expected = stablehlo.constant dense<[1, 0, 0, 64]> : tensor<4xui64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xui64>, tensor<4xui64>) -> ()
  return
}
