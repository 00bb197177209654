// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/choices.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// direction_EQ_totalorder: EQ in total order: NaN is more than any number
//   compare: compare_type = TOTALORDER: totalOrder and compareQuietEqual of IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.5, 0x7FC00000, 0xFF800000, 1.0, 0x7F800000, 0x80000000]> : tensor<6xf32>
  %rhs = stablehlo.constant dense<[-1.5, 0x7F800000, -1.0000000150474662e+30, 2.0, 0x7FC00000, 0x80000000]> : tensor<6xf32>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction EQ>,
    compare_type = #stablehlo<comparison_type TOTALORDER>
  } : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  %expected = stablehlo.constant dense<[false, false, false, false, false, true]> : tensor<6xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xi1>, tensor<6xi1>) -> ()
  return
}

// -----

// direction_NE_totalorder: NE in total order: NaN is more than any number
//   compare: compare_type = TOTALORDER: totalOrder and compareQuietEqual of IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.5, 0x7FC00000, 0xFF800000, 1.0, 0x7F800000, 0x80000000]> : tensor<6xf32>
  %rhs = stablehlo.constant dense<[-1.5, 0x7F800000, -1.0000000150474662e+30, 2.0, 0x7FC00000, 0x80000000]> : tensor<6xf32>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction NE>,
    compare_type = #stablehlo<comparison_type TOTALORDER>
  } : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  %expected = stablehlo.constant dense<[true, true, true, true, true, false]> : tensor<6xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xi1>, tensor<6xi1>) -> ()
  return
}

// -----

// direction_GE_totalorder: GE in total order: NaN is more than any number
//   compare: compare_type = TOTALORDER: totalOrder and compareQuietEqual of IEEE-754.
// agree: spec model
// upstream interpreter differs: upstream.total-order: the interpreter compares as if compare_type were FLOAT
// XLA CPU differs: xla.constant-total-order: XLA compares constants as if compare_type were FLOAT
func.func @main() {
  %lhs = stablehlo.constant dense<[1.5, 0x7FC00000, 0xFF800000, 1.0, 0x7F800000, 0x80000000]> : tensor<6xf32>
  %rhs = stablehlo.constant dense<[-1.5, 0x7F800000, -1.0000000150474662e+30, 2.0, 0x7FC00000, 0x80000000]> : tensor<6xf32>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction GE>,
    compare_type = #stablehlo<comparison_type TOTALORDER>
  } : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  %expected = stablehlo.constant dense<[true, true, false, false, false, true]> : tensor<6xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xi1>, tensor<6xi1>) -> ()
  return
}

// -----

// direction_GT_totalorder: GT in total order: NaN is more than any number
//   compare: compare_type = TOTALORDER: totalOrder and compareQuietEqual of IEEE-754.
// agree: spec model
// upstream interpreter differs: upstream.total-order: the interpreter compares as if compare_type were FLOAT
// XLA CPU differs: xla.constant-total-order: XLA compares constants as if compare_type were FLOAT
func.func @main() {
  %lhs = stablehlo.constant dense<[1.5, 0x7FC00000, 0xFF800000, 1.0, 0x7F800000, 0x80000000]> : tensor<6xf32>
  %rhs = stablehlo.constant dense<[-1.5, 0x7F800000, -1.0000000150474662e+30, 2.0, 0x7FC00000, 0x80000000]> : tensor<6xf32>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction GT>,
    compare_type = #stablehlo<comparison_type TOTALORDER>
  } : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  %expected = stablehlo.constant dense<[true, true, false, false, false, false]> : tensor<6xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xi1>, tensor<6xi1>) -> ()
  return
}

// -----

// direction_LE_totalorder: LE in total order: NaN is more than any number
//   compare: compare_type = TOTALORDER: totalOrder and compareQuietEqual of IEEE-754.
// agree: spec model
// upstream interpreter differs: upstream.total-order: the interpreter compares as if compare_type were FLOAT
// XLA CPU differs: xla.constant-total-order: XLA compares constants as if compare_type were FLOAT
func.func @main() {
  %lhs = stablehlo.constant dense<[1.5, 0x7FC00000, 0xFF800000, 1.0, 0x7F800000, 0x80000000]> : tensor<6xf32>
  %rhs = stablehlo.constant dense<[-1.5, 0x7F800000, -1.0000000150474662e+30, 2.0, 0x7FC00000, 0x80000000]> : tensor<6xf32>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction LE>,
    compare_type = #stablehlo<comparison_type TOTALORDER>
  } : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  %expected = stablehlo.constant dense<[false, false, true, true, true, true]> : tensor<6xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xi1>, tensor<6xi1>) -> ()
  return
}

// -----

// direction_LT_totalorder: LT in total order: NaN is more than any number
//   compare: compare_type = TOTALORDER: totalOrder and compareQuietEqual of IEEE-754.
// agree: spec model
// upstream interpreter differs: upstream.total-order: the interpreter compares as if compare_type were FLOAT
// XLA CPU differs: xla.constant-total-order: XLA compares constants as if compare_type were FLOAT
func.func @main() {
  %lhs = stablehlo.constant dense<[1.5, 0x7FC00000, 0xFF800000, 1.0, 0x7F800000, 0x80000000]> : tensor<6xf32>
  %rhs = stablehlo.constant dense<[-1.5, 0x7F800000, -1.0000000150474662e+30, 2.0, 0x7FC00000, 0x80000000]> : tensor<6xf32>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction LT>,
    compare_type = #stablehlo<comparison_type TOTALORDER>
  } : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  %expected = stablehlo.constant dense<[false, false, true, true, true, false]> : tensor<6xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xi1>, tensor<6xi1>) -> ()
  return
}
