// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/choices.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// no_compare_type_i32: compare_type left out: that of i32
//   compare: compare_type is optional: SIGNED, UNSIGNED or FLOAT by the element type.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1, -2, 3]> : tensor<3xi32>
  %rhs = stablehlo.constant dense<[1, 2, -3]> : tensor<3xi32>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction GT>
  } : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  %expected = stablehlo.constant dense<[false, false, true]> : tensor<3xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi1>, tensor<3xi1>) -> ()
  return
}

// -----

// no_compare_type_ui8: compare_type left out: that of ui8
//   compare: compare_type is optional: SIGNED, UNSIGNED or FLOAT by the element type.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[200, 3, 7]> : tensor<3xui8>
  %rhs = stablehlo.constant dense<[100, 3, 9]> : tensor<3xui8>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction GT>
  } : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xi1>
  %expected = stablehlo.constant dense<[true, false, false]> : tensor<3xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi1>, tensor<3xi1>) -> ()
  return
}

// -----

// no_compare_type_f32: compare_type left out: that of f32
//   compare: compare_type is optional: SIGNED, UNSIGNED or FLOAT by the element type.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, 0x7FC00000, 2.0]> : tensor<3xf32>
  %rhs = stablehlo.constant dense<[0.0, 0.0, 2.0]> : tensor<3xf32>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction GT>
  } : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  %expected = stablehlo.constant dense<[true, false, false]> : tensor<3xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi1>, tensor<3xi1>) -> ()
  return
}
