// difference: upstream.rounding-of-f6
// clause: ceil, floor, round_nearest_afz, round_nearest_even: roundToIntegral of IEEE-754
// value in StableHLO: the interpreter gives 0.0: it rounds by way of 8, which is more than f6E2M3FN has
// portable: stays: the operation is the program's own

func.func @main() {
  %cst = stablehlo.constant dense<1.000000e+00> : tensor<f6E2M3FN>
  %0 = call @program(%cst) : (tensor<f6E2M3FN>) -> tensor<f6E2M3FN>
  %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f6E2M3FN>
  stablehlo.custom_call @check.expect_close(%0, %cst_0) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<f6E2M3FN>, tensor<f6E2M3FN>) -> ()
  return
}

func.func private @program(%x: tensor<f6E2M3FN>) -> tensor<f6E2M3FN> {
  %0 = stablehlo.floor %x : tensor<f6E2M3FN>
  return %0 : tensor<f6E2M3FN>
}
