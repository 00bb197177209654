// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// last_bit_f64: f64 isn't multiplied in f32
//   convolution: result[result_shape(:, output_spatial_index, :)] = dot_product of the window and rhs
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[[[1.0000000000000002], [2.0]]]> : tensor<1x2x1xf64>
  %rhs = stablehlo.constant dense<[[[1.0]], [[0.5]]]> : tensor<2x1x1xf64>
  %result = "stablehlo.convolution"(%lhs, %rhs) {
    padding = dense<[[0, 0]]> : tensor<1x2xi64>,
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 1 : i64,
    batch_group_count = 1 : i64
  } : (tensor<1x2x1xf64>, tensor<2x1x1xf64>) -> tensor<1x1x1xf64>
  %expected = stablehlo.constant dense<[[[2.0]]]> : tensor<1x1x1xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1x1x1xf64>, tensor<1x1x1xf64>) -> ()
  return
}
