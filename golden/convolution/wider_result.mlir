// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// wider_result: i8 is multiplied and summed in i32
//   convolution: result[result_shape(:, output_spatial_index, :)] = dot_product of the window and rhs
// agree: spec model, XLA CPU
// upstream interpreter differs: upstream.wider-convolution: the interpreter multiplies and adds in the operands'
//     type, where sums of i8 wrap (StableHLO before 1.18.0)
func.func @main() {
  %lhs = stablehlo.constant dense<[[[100], [-128]]]> : tensor<1x2x1xi8>
  %rhs = stablehlo.constant dense<[[[100]], [[-128]]]> : tensor<2x1x1xi8>
  %result = "stablehlo.convolution"(%lhs, %rhs) {
    padding = dense<[[0, 0]]> : tensor<1x2xi64>,
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 1 : i64,
    batch_group_count = 1 : i64
  } : (tensor<1x2x1xi8>, tensor<2x1x1xi8>) -> tensor<1x1x1xi32>
  %expected = stablehlo.constant dense<[[[26384]]]> : tensor<1x1x1xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1x1x1xi32>, tensor<1x1x1xi32>) -> ()
  return
}
