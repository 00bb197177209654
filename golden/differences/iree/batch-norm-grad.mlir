// difference: iree.batch-norm-grad
// clause: batch_norm_grad: gradients of batch_norm_training
// refused in iree-base-compiler: IREE has no batch_norm_grad
// portable: stays: the operation is the program's own

func.func @main() {
  %cst = stablehlo.constant dense<[[1.000000e+00], [2.000000e+00]]> : tensor<2x1xf32>
  %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<1xf32>
  %0 = call @program(%cst, %cst_0) : (tensor<2x1xf32>, tensor<1xf32>) -> tensor<1xf32>
  %cst_1 = stablehlo.constant dense<3.000000e+00> : tensor<1xf32>
  stablehlo.custom_call @check.expect_close(%0, %cst_1) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<1xf32>, tensor<1xf32>) -> ()
  return
}

func.func private @program(%x: tensor<2x1xf32>, %c: tensor<1xf32>) -> tensor<1xf32> {
  %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%x, %c, %c, %c, %x) <{epsilon = 0.000000e+00 : f32, feature_index = 1 : i64}> : (tensor<2x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<2x1xf32>) -> (tensor<2x1xf32>, tensor<1xf32>, tensor<1xf32>)
  return %grad_offset : tensor<1xf32>
}
