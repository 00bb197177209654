// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// window_larger_than_the_input: there is no window
//   dynamic_conv: result[result_shape(:, output_spatial_index, :)] = dot_product of the window and rhs
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[[[-2], [-1]]]> : tensor<1x2x1xi32>
  %rhs = stablehlo.constant dense<[[[1]], [[2]], [[3]]]> : tensor<3x1x1xi32>
  %padding = stablehlo.constant dense<0> : tensor<1x2xi64>
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) {
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 1 : i64,
    batch_group_count = 1 : i64
  } : (tensor<1x2x1xi32>, tensor<3x1x1xi32>, tensor<1x2xi64>) -> tensor<1x0x1xi32>
  %expected = stablehlo.constant dense<> : tensor<1x0x1xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1x0x1xi32>, tensor<1x0x1xi32>) -> ()
  return
}
