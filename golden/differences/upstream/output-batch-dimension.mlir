// difference: upstream.output-batch-dimension
// clause: convolution I14: output_batch_dimension is any dimension of the result
// crash in StableHLO before 1.22.0: the interpreter takes the first dimension of the result for the batch's
// portable: stays: the operation is the program's own

func.func @main() {
  %cst = stablehlo.constant dense<[[1.000000e+00], [2.000000e+00]]> : tensor<2x1xf32>
  %cst_0 = stablehlo.constant dense<3.000000e+00> : tensor<1x1xf32>
  %0 = call @program(%cst, %cst_0) : (tensor<2x1xf32>, tensor<1x1xf32>) -> tensor<1x2xf32>
  %cst_1 = stablehlo.constant dense<[[3.000000e+00, 6.000000e+00]]> : tensor<1x2xf32>
  stablehlo.custom_call @check.expect_close(%0, %cst_1) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<1x2xf32>, tensor<1x2xf32>) -> ()
  return
}

func.func private @program(%x: tensor<2x1xf32>, %w: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f]x[i, o]->[f, b], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x1xf32>, tensor<1x1xf32>) -> tensor<1x2xf32>
  return %0 : tensor<1x2xf32>
}
