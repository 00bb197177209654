// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_i64: elements of type i64
//   dot_general: result[result_index] = dot_product: the sum of the products over the contracting dimensions
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[[1537228672809129300, 922337203685477580]]> : tensor<1x2xi64>
  %rhs = stablehlo.constant dense<[[3, 1], [1, 3]]> : tensor<2x2xi64>
  %result = "stablehlo.dot_general"(%lhs, %rhs) {
    dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>
  } : (tensor<1x2xi64>, tensor<2x2xi64>) -> tensor<1x2xi64>
  %expected = stablehlo.constant dense<[[5534023222112865480, 4304240283865562040]]> : tensor<1x2xi64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1x2xi64>, tensor<1x2xi64>) -> ()
  return
}

// -----

// element_type_ui64: elements of type ui64
//   dot_general: result[result_index] = dot_product: the sum of the products over the contracting dimensions
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[[1537228672809129300, 922337203685477580]]> : tensor<1x2xui64>
  %rhs = stablehlo.constant dense<[[3, 1], [1, 3]]> : tensor<2x2xui64>
  %result = "stablehlo.dot_general"(%lhs, %rhs) {
    dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>
  } : (tensor<1x2xui64>, tensor<2x2xui64>) -> tensor<1x2xui64>
  %expected = stablehlo.constant dense<[[5534023222112865480, 4304240283865562040]]> : tensor<1x2xui64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1x2xui64>, tensor<1x2xui64>) -> ()
  return
}

// -----

// element_type_i16: elements of type i16
//   dot_general: result[result_index] = dot_product: the sum of the products over the contracting dimensions
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[[5460, 3276]]> : tensor<1x2xi16>
  %rhs = stablehlo.constant dense<[[3, 1], [1, 3]]> : tensor<2x2xi16>
  %result = "stablehlo.dot_general"(%lhs, %rhs) {
    dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>
  } : (tensor<1x2xi16>, tensor<2x2xi16>) -> tensor<1x2xi16>
  %expected = stablehlo.constant dense<[[19656, 15288]]> : tensor<1x2xi16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1x2xi16>, tensor<1x2xi16>) -> ()
  return
}

// -----

// element_type_i32: elements of type i32
//   dot_general: result[result_index] = dot_product: the sum of the products over the contracting dimensions
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[[357913940, 214748364]]> : tensor<1x2xi32>
  %rhs = stablehlo.constant dense<[[3, 1], [1, 3]]> : tensor<2x2xi32>
  %result = "stablehlo.dot_general"(%lhs, %rhs) {
    dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>
  } : (tensor<1x2xi32>, tensor<2x2xi32>) -> tensor<1x2xi32>
  %expected = stablehlo.constant dense<[[1288490184, 1002159032]]> : tensor<1x2xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1x2xi32>, tensor<1x2xi32>) -> ()
  return
}

// -----

// element_type_ui32: elements of type ui32
//   dot_general: result[result_index] = dot_product: the sum of the products over the contracting dimensions
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[[357913940, 214748364]]> : tensor<1x2xui32>
  %rhs = stablehlo.constant dense<[[3, 1], [1, 3]]> : tensor<2x2xui32>
  %result = "stablehlo.dot_general"(%lhs, %rhs) {
    dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>
  } : (tensor<1x2xui32>, tensor<2x2xui32>) -> tensor<1x2xui32>
  %expected = stablehlo.constant dense<[[1288490184, 1002159032]]> : tensor<1x2xui32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1x2xui32>, tensor<1x2xui32>) -> ()
  return
}
