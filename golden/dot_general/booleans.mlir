// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// booleans: a sum is OR, a product is AND
//   dot_general: result[result_index] = dot_product: the sum of the products over the contracting dimensions
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[[true, true, false], [false, true, false]]> : tensor<2x3xi1>
  %rhs = stablehlo.constant dense<[[true, false], [true, false], [true, true]]> : tensor<3x2xi1>
  %result = "stablehlo.dot_general"(%lhs, %rhs) {
    dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>
  } : (tensor<2x3xi1>, tensor<3x2xi1>) -> tensor<2x2xi1>
  %expected = stablehlo.constant dense<[[true, false], [true, false]]> : tensor<2x2xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x2xi1>, tensor<2x2xi1>) -> ()
  return
}
