// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/choices.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// direction_EQ_signed: EQ of signed integers
//   compare: For boolean and integer element types: lhs op rhs.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1, 2, 3, -1]> : tensor<4xi32>
  %rhs = stablehlo.constant dense<2> : tensor<4xi32>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction EQ>,
    compare_type = #stablehlo<comparison_type SIGNED>
  } : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %expected = stablehlo.constant dense<[false, true, false, false]> : tensor<4xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
  return
}

// -----

// direction_NE_signed: NE of signed integers
//   compare: For boolean and integer element types: lhs op rhs.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1, 2, 3, -1]> : tensor<4xi32>
  %rhs = stablehlo.constant dense<2> : tensor<4xi32>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction NE>,
    compare_type = #stablehlo<comparison_type SIGNED>
  } : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %expected = stablehlo.constant dense<[true, false, true, true]> : tensor<4xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
  return
}

// -----

// direction_GE_signed: GE of signed integers
//   compare: For boolean and integer element types: lhs op rhs.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1, 2, 3, -1]> : tensor<4xi32>
  %rhs = stablehlo.constant dense<2> : tensor<4xi32>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction GE>,
    compare_type = #stablehlo<comparison_type SIGNED>
  } : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %expected = stablehlo.constant dense<[false, true, true, false]> : tensor<4xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
  return
}

// -----

// direction_GT_signed: GT of signed integers
//   compare: For boolean and integer element types: lhs op rhs.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1, 2, 3, -1]> : tensor<4xi32>
  %rhs = stablehlo.constant dense<2> : tensor<4xi32>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction GT>,
    compare_type = #stablehlo<comparison_type SIGNED>
  } : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %expected = stablehlo.constant dense<[false, false, true, false]> : tensor<4xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
  return
}

// -----

// direction_LE_signed: LE of signed integers
//   compare: For boolean and integer element types: lhs op rhs.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1, 2, 3, -1]> : tensor<4xi32>
  %rhs = stablehlo.constant dense<2> : tensor<4xi32>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction LE>,
    compare_type = #stablehlo<comparison_type SIGNED>
  } : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %expected = stablehlo.constant dense<[true, true, false, true]> : tensor<4xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
  return
}

// -----

// direction_LT_signed: LT of signed integers
//   compare: For boolean and integer element types: lhs op rhs.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1, 2, 3, -1]> : tensor<4xi32>
  %rhs = stablehlo.constant dense<2> : tensor<4xi32>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction LT>,
    compare_type = #stablehlo<comparison_type SIGNED>
  } : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %expected = stablehlo.constant dense<[true, false, false, true]> : tensor<4xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
  return
}
