// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/element_types.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// complex_f64_EQ: to the last bit of f64
//   compare: For complex element types, lexicographic comparison of (real, imag) pairs.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[(1.0000000000000002, 1.0), (2.0, -1.0000000000000002)]> : tensor<2xcomplex<f64>>
  %rhs = stablehlo.constant dense<[(1.0, 1.0), (2.0, -1.0)]> : tensor<2xcomplex<f64>>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction EQ>,
    compare_type = #stablehlo<comparison_type FLOAT>
  } : (tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>) -> tensor<2xi1>
  %expected = stablehlo.constant dense<false> : tensor<2xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xi1>, tensor<2xi1>) -> ()
  return
}

// -----

// complex_f64_NE: to the last bit of f64
//   compare: For complex element types, lexicographic comparison of (real, imag) pairs.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[(1.0000000000000002, 1.0), (2.0, -1.0000000000000002)]> : tensor<2xcomplex<f64>>
  %rhs = stablehlo.constant dense<[(1.0, 1.0), (2.0, -1.0)]> : tensor<2xcomplex<f64>>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction NE>,
    compare_type = #stablehlo<comparison_type FLOAT>
  } : (tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>) -> tensor<2xi1>
  %expected = stablehlo.constant dense<true> : tensor<2xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xi1>, tensor<2xi1>) -> ()
  return
}
