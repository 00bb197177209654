// difference: iree.triangular-solve
// clause: triangular_solve: of batches of systems
// refused in iree-base-compiler: IREE has no triangular_solve
// portable: stays: the operation is the program's own

func.func @main() {
  %cst = stablehlo.constant dense<2.000000e+00> : tensor<1x1xf32>
  %cst_0 = stablehlo.constant dense<4.000000e+00> : tensor<1x1xf32>
  %0 = call @program(%cst, %cst_0) : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<1x1xf32>
  stablehlo.custom_call @check.expect_close(%0, %cst_1) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<1x1xf32>, tensor<1x1xf32>) -> ()
  return
}

func.func private @program(%a: tensor<1x1xf32>, %b: tensor<1x1xf32>) -> tensor<1x1xf32> {
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  return %0 : tensor<1x1xf32>
}
