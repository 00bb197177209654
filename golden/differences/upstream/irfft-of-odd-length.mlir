// difference: upstream.irfft-of-odd-length
// clause: fft: IRFFT: irfft computes the inverse of rfft
// value in StableHLO: the interpreter takes the last element for one of an even length, which has no mirror image
// portable: stays: the operation is the program's own

func.func @main() {
  %x0 = stablehlo.constant dense<[(0.0, 0.0), (3.0, 0.0)]> : tensor<2xcomplex<f64>>
  %result = func.call @program(%x0) : (tensor<2xcomplex<f64>>) -> tensor<3xf64>
  %expected = stablehlo.constant dense<[2.0, -1.0, -1.0]> : tensor<3xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xf64>, tensor<3xf64>) -> ()
  return
}

func.func private @program(%x0: tensor<2xcomplex<f64>>) -> tensor<3xf64> {
  %0 = "stablehlo.fft"(%x0) {fft_type = #stablehlo<fft_type IRFFT>, fft_length = array<i64: 3>} : (tensor<2xcomplex<f64>>) -> tensor<3xf64>
  func.return %0 : tensor<3xf64>
}
