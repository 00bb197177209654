// difference: iree.cholesky
// clause: cholesky: of batches of matrices
// refused in iree-base-compiler: IREE has no cholesky
// portable: stays: the operation is the program's own

func.func @main() {
  %cst = stablehlo.constant dense<4.000000e+00> : tensor<1x1xf32>
  %0 = call @program(%cst) : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<1x1xf32>
  stablehlo.custom_call @check.expect_close(%0, %cst_0) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<1x1xf32>, tensor<1x1xf32>) -> ()
  return
}

func.func private @program(%x: tensor<1x1xf32>) -> tensor<1x1xf32> {
  %0 = stablehlo.cholesky %x, lower = true : tensor<1x1xf32>
  return %0 : tensor<1x1xf32>
}
