// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// last_bit_f64: f64 isn't multiplied in f32
//   dot_general: result[result_index] = dot_product: the sum of the products over the contracting dimensions
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[[1.0000000000000002, 2.0]]> : tensor<1x2xf64>
  %rhs = stablehlo.constant dense<[[1.0], [0.5]]> : tensor<2x1xf64>
  %result = "stablehlo.dot_general"(%lhs, %rhs) {
    dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>
  } : (tensor<1x2xf64>, tensor<2x1xf64>) -> tensor<1x1xf64>
  %expected = stablehlo.constant dense<[[2.0]]> : tensor<1x1xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1x1xf64>, tensor<1x1xf64>) -> ()
  return
}
