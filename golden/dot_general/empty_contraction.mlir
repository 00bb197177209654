// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// empty_contraction: a sum of nothing is 0
//   dot_general: result[result_index] = dot_product: the sum of the products over the contracting dimensions
// agree: spec model, XLA CPU
// upstream interpreter differs: upstream.empty-contraction: the interpreter reads the first product of none
func.func @main() {
  %lhs = stablehlo.constant dense<> : tensor<2x0xi32>
  %rhs = stablehlo.constant dense<> : tensor<0x3xi32>
  %result = "stablehlo.dot_general"(%lhs, %rhs) {
    dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>
  } : (tensor<2x0xi32>, tensor<0x3xi32>) -> tensor<2x3xi32>
  %expected = stablehlo.constant dense<0> : tensor<2x3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()
  return
}
