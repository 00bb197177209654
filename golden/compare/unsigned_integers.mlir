// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/choices.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// direction_EQ_unsigned: EQ of unsigned integers: 200 is more than 100
//   compare: For boolean and integer element types: lhs op rhs.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[200, 100, 3]> : tensor<3xui8>
  %rhs = stablehlo.constant dense<[100, 200, 3]> : tensor<3xui8>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction EQ>,
    compare_type = #stablehlo<comparison_type UNSIGNED>
  } : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xi1>
  %expected = stablehlo.constant dense<[false, false, true]> : tensor<3xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi1>, tensor<3xi1>) -> ()
  return
}

// -----

// direction_NE_unsigned: NE of unsigned integers: 200 is more than 100
//   compare: For boolean and integer element types: lhs op rhs.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[200, 100, 3]> : tensor<3xui8>
  %rhs = stablehlo.constant dense<[100, 200, 3]> : tensor<3xui8>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction NE>,
    compare_type = #stablehlo<comparison_type UNSIGNED>
  } : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xi1>
  %expected = stablehlo.constant dense<[true, true, false]> : tensor<3xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi1>, tensor<3xi1>) -> ()
  return
}

// -----

// direction_GE_unsigned: GE of unsigned integers: 200 is more than 100
//   compare: For boolean and integer element types: lhs op rhs.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[200, 100, 3]> : tensor<3xui8>
  %rhs = stablehlo.constant dense<[100, 200, 3]> : tensor<3xui8>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction GE>,
    compare_type = #stablehlo<comparison_type UNSIGNED>
  } : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xi1>
  %expected = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi1>, tensor<3xi1>) -> ()
  return
}

// -----

// direction_GT_unsigned: GT of unsigned integers: 200 is more than 100
//   compare: For boolean and integer element types: lhs op rhs.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[200, 100, 3]> : tensor<3xui8>
  %rhs = stablehlo.constant dense<[100, 200, 3]> : tensor<3xui8>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction GT>,
    compare_type = #stablehlo<comparison_type UNSIGNED>
  } : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xi1>
  %expected = stablehlo.constant dense<[true, false, false]> : tensor<3xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi1>, tensor<3xi1>) -> ()
  return
}

// -----

// direction_LE_unsigned: LE of unsigned integers: 200 is more than 100
//   compare: For boolean and integer element types: lhs op rhs.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[200, 100, 3]> : tensor<3xui8>
  %rhs = stablehlo.constant dense<[100, 200, 3]> : tensor<3xui8>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction LE>,
    compare_type = #stablehlo<comparison_type UNSIGNED>
  } : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xi1>
  %expected = stablehlo.constant dense<[false, true, true]> : tensor<3xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi1>, tensor<3xi1>) -> ()
  return
}

// -----

// direction_LT_unsigned: LT of unsigned integers: 200 is more than 100
//   compare: For boolean and integer element types: lhs op rhs.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[200, 100, 3]> : tensor<3xui8>
  %rhs = stablehlo.constant dense<[100, 200, 3]> : tensor<3xui8>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction LT>,
    compare_type = #stablehlo<comparison_type UNSIGNED>
  } : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xi1>
  %expected = stablehlo.constant dense<[false, true, false]> : tensor<3xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi1>, tensor<3xi1>) -> ()
  return
}
