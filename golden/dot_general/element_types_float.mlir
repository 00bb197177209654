// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_bf16: elements of type bf16
//   dot_general: result[result_index] = dot_product: the sum of the products over the contracting dimensions
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[[1.0, 2.0], [3.0, -4.0]]> : tensor<2x2xbf16>
  %rhs = stablehlo.constant dense<[[0.5, 1.0], [2.0, 8.0]]> : tensor<2x2xbf16>
  %result = "stablehlo.dot_general"(%lhs, %rhs) {
    dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>
  } : (tensor<2x2xbf16>, tensor<2x2xbf16>) -> tensor<2x2xbf16>
  %expected = stablehlo.constant dense<[[4.5, 17.0], [-6.5, -29.0]]> : tensor<2x2xbf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x2xbf16>, tensor<2x2xbf16>) -> ()
  return
}

// -----

// element_type_f16: elements of type f16
//   dot_general: result[result_index] = dot_product: the sum of the products over the contracting dimensions
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[[1.0, 2.0], [3.0, -4.0]]> : tensor<2x2xf16>
  %rhs = stablehlo.constant dense<[[0.5, 1.0], [2.0, 8.0]]> : tensor<2x2xf16>
  %result = "stablehlo.dot_general"(%lhs, %rhs) {
    dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>
  } : (tensor<2x2xf16>, tensor<2x2xf16>) -> tensor<2x2xf16>
  %expected = stablehlo.constant dense<[[4.5, 17.0], [-6.5, -29.0]]> : tensor<2x2xf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x2xf16>, tensor<2x2xf16>) -> ()
  return
}

// -----

// element_type_f64: elements of type f64
//   dot_general: result[result_index] = dot_product: the sum of the products over the contracting dimensions
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[[1.0, 2.0], [3.0, -4.0]]> : tensor<2x2xf64>
  %rhs = stablehlo.constant dense<[[0.5, 1.0], [2.0, 8.0]]> : tensor<2x2xf64>
  %result = "stablehlo.dot_general"(%lhs, %rhs) {
    dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>
  } : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
  %expected = stablehlo.constant dense<[[4.5, 17.0], [-6.5, -29.0]]> : tensor<2x2xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x2xf64>, tensor<2x2xf64>) -> ()
  return
}
