// difference: upstream.irfft-of-length-1
// clause: fft C5: for IRFFT, dim(result, -1) = fft_length[-1], which may be 1
// crash in StableHLO: the interpreter slices the mirror image of the operand where there is none
// portable: stays: the operation is the program's own

func.func @main() {
  %cst = stablehlo.constant dense<(3.000000e+00,0.000000e+00)> : tensor<1xcomplex<f64>>
  %0 = call @program(%cst) : (tensor<1xcomplex<f64>>) -> tensor<1xf64>
  %cst_0 = stablehlo.constant dense<3.000000e+00> : tensor<1xf64>
  stablehlo.custom_call @check.expect_close(%0, %cst_0) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<1xf64>, tensor<1xf64>) -> ()
  return
}

func.func private @program(%x: tensor<1xcomplex<f64>>) -> tensor<1xf64> {
  %0 = stablehlo.fft %x, type = IRFFT, length = [1] : (tensor<1xcomplex<f64>>) -> tensor<1xf64>
  return %0 : tensor<1xf64>
}
