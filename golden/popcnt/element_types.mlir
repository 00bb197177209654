// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/arithmetic.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_i8: bits of i8 that are set
//   popcnt: Performs element-wise count of the number of bits set in the operand tensor.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0, 1, 64, -1, -128]> : tensor<5xi8>
  %result = "stablehlo.popcnt"(%operand) : (tensor<5xi8>) -> tensor<5xi8>
  %expected = stablehlo.constant dense<[0, 1, 1, 8, 1]> : tensor<5xi8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi8>, tensor<5xi8>) -> ()
  return
}

// -----

// element_type_ui16: bits of ui16 that are set
//   popcnt: Performs element-wise count of the number of bits set in the operand tensor.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0, 1, 255, 65535]> : tensor<4xui16>
  %result = "stablehlo.popcnt"(%operand) : (tensor<4xui16>) -> tensor<4xui16>
  %expected = stablehlo.constant dense<[0, 1, 8, 16]> : tensor<4xui16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xui16>, tensor<4xui16>) -> ()
  return
}

// -----

// element_type_i64: bits of i64 that are set
//   popcnt: Performs element-wise count of the number of bits set in the operand tensor.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0, 1, 1099511627776, -1]> : tensor<4xi64>
  %result = "stablehlo.popcnt"(%operand) : (tensor<4xi64>) -> tensor<4xi64>
  %expected = stablehlo.constant dense<[0, 1, 1, 64]> : tensor<4xi64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
  return
}
