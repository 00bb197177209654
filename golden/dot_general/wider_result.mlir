// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// wider_result: i8 is multiplied and summed in i32
//   dot_general: result[result_index] = dot_product: the sum of the products over the contracting dimensions
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[[100, -128]]> : tensor<1x2xi8>
  %rhs = stablehlo.constant dense<[[100], [-128]]> : tensor<2x1xi8>
  %result = "stablehlo.dot_general"(%lhs, %rhs) {
    dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>
  } : (tensor<1x2xi8>, tensor<2x1xi8>) -> tensor<1x1xi32>
  %expected = stablehlo.constant dense<[[26384]]> : tensor<1x1xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1x1xi32>, tensor<1x1xi32>) -> ()
  return
}
