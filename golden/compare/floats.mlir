// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/choices.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// direction_EQ_float: EQ of floats: NaN compares unequal to all, zeros are equal
//   compare: compare_type = FLOAT: compareQuiet operations of IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, 2.0, 0x7FC00000, 0x7FC00000, 0.0, 0x7F800000, 0xFF800000]> : tensor<7xf32>
  %rhs = stablehlo.constant dense<[2.0, 2.0, 1.0, 0x7FC00000, 0x80000000, 0x7F800000, 0x7F800000]> : tensor<7xf32>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction EQ>,
    compare_type = #stablehlo<comparison_type FLOAT>
  } : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xi1>
  %expected = stablehlo.constant dense<[false, true, false, false, true, true, false]> : tensor<7xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<7xi1>, tensor<7xi1>) -> ()
  return
}

// -----

// direction_NE_float: NE of floats: NaN compares unequal to all, zeros are equal
//   compare: compare_type = FLOAT: compareQuiet operations of IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, 2.0, 0x7FC00000, 0x7FC00000, 0.0, 0x7F800000, 0xFF800000]> : tensor<7xf32>
  %rhs = stablehlo.constant dense<[2.0, 2.0, 1.0, 0x7FC00000, 0x80000000, 0x7F800000, 0x7F800000]> : tensor<7xf32>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction NE>,
    compare_type = #stablehlo<comparison_type FLOAT>
  } : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xi1>
  %expected = stablehlo.constant dense<[true, false, true, true, false, false, true]> : tensor<7xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<7xi1>, tensor<7xi1>) -> ()
  return
}

// -----

// direction_GE_float: GE of floats: NaN compares unequal to all, zeros are equal
//   compare: compare_type = FLOAT: compareQuiet operations of IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, 2.0, 0x7FC00000, 0x7FC00000, 0.0, 0x7F800000, 0xFF800000]> : tensor<7xf32>
  %rhs = stablehlo.constant dense<[2.0, 2.0, 1.0, 0x7FC00000, 0x80000000, 0x7F800000, 0x7F800000]> : tensor<7xf32>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction GE>,
    compare_type = #stablehlo<comparison_type FLOAT>
  } : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xi1>
  %expected = stablehlo.constant dense<[false, true, false, false, true, true, false]> : tensor<7xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<7xi1>, tensor<7xi1>) -> ()
  return
}

// -----

// direction_GT_float: GT of floats: NaN compares unequal to all, zeros are equal
//   compare: compare_type = FLOAT: compareQuiet operations of IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, 2.0, 0x7FC00000, 0x7FC00000, 0.0, 0x7F800000, 0xFF800000]> : tensor<7xf32>
  %rhs = stablehlo.constant dense<[2.0, 2.0, 1.0, 0x7FC00000, 0x80000000, 0x7F800000, 0x7F800000]> : tensor<7xf32>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction GT>,
    compare_type = #stablehlo<comparison_type FLOAT>
  } : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xi1>
  %expected = stablehlo.constant dense<false> : tensor<7xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<7xi1>, tensor<7xi1>) -> ()
  return
}

// -----

// direction_LE_float: LE of floats: NaN compares unequal to all, zeros are equal
//   compare: compare_type = FLOAT: compareQuiet operations of IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, 2.0, 0x7FC00000, 0x7FC00000, 0.0, 0x7F800000, 0xFF800000]> : tensor<7xf32>
  %rhs = stablehlo.constant dense<[2.0, 2.0, 1.0, 0x7FC00000, 0x80000000, 0x7F800000, 0x7F800000]> : tensor<7xf32>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction LE>,
    compare_type = #stablehlo<comparison_type FLOAT>
  } : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xi1>
  %expected = stablehlo.constant dense<[true, true, false, false, true, true, true]> : tensor<7xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<7xi1>, tensor<7xi1>) -> ()
  return
}

// -----

// direction_LT_float: LT of floats: NaN compares unequal to all, zeros are equal
//   compare: compare_type = FLOAT: compareQuiet operations of IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, 2.0, 0x7FC00000, 0x7FC00000, 0.0, 0x7F800000, 0xFF800000]> : tensor<7xf32>
  %rhs = stablehlo.constant dense<[2.0, 2.0, 1.0, 0x7FC00000, 0x80000000, 0x7F800000, 0x7F800000]> : tensor<7xf32>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction LT>,
    compare_type = #stablehlo<comparison_type FLOAT>
  } : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xi1>
  %expected = stablehlo.constant dense<[true, false, false, false, false, false, true]> : tensor<7xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<7xi1>, tensor<7xi1>) -> ()
  return
}
