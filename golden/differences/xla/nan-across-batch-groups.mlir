// difference: xla.nan-across-batch-groups
// clause: convolution: batch_group_count: lhses = split(lhs, batch_group_count, input_batch_dimension), each with its
//     own part of rhs
// value in jaxlib: XLA CPU computes all groups with all parts of rhs and multiplies what doesn't belong together by 0,
//     which NaN and infinity survive
// portable: stays: the operation is the program's own

func.func @main() {
  %cst = stablehlo.constant dense<1.000000e+00> : tensor<3x1xf32>
  %cst_0 = stablehlo.constant dense<[[1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00, 0x7FC00000, 1.000000e+00]]> : tensor<1x6xf32>
  %0 = call @program(%cst, %cst_0) : (tensor<3x1xf32>, tensor<1x6xf32>) -> tensor<1x6xf32>
  %cst_1 = stablehlo.constant dense<[[1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00, 0x7FC00000, 1.000000e+00]]> : tensor<1x6xf32>
  stablehlo.custom_call @check.expect_close(%0, %cst_1) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<1x6xf32>, tensor<1x6xf32>) -> ()
  return
}

func.func private @program(%x: tensor<3x1xf32>, %w: tensor<1x6xf32>) -> tensor<1x6xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f]x[i, o]->[b, f], window = {} {batch_group_count = 3 : i64, feature_group_count = 1 : i64} : (tensor<3x1xf32>, tensor<1x6xf32>) -> tensor<1x6xf32>
  return %0 : tensor<1x6xf32>
}
