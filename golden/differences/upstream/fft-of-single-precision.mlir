// difference: upstream.fft-of-single-precision
// clause: fft I1: operand is a tensor of floating-point or complex type
// crash in StableHLO before 1.22.0: the interpreter computes in f64 and aborts where the result is complex<f32>
// portable: stays: the operation is the program's own

func.func @main() {
  %x0 = stablehlo.constant dense<[(3.0, 0.0)]> : tensor<1xcomplex<f32>>
  %result = func.call @program(%x0) : (tensor<1xcomplex<f32>>) -> tensor<1xcomplex<f32>>
  %expected = stablehlo.constant dense<[(3.0, 0.0)]> : tensor<1xcomplex<f32>>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1xcomplex<f32>>, tensor<1xcomplex<f32>>) -> ()
  return
}

func.func private @program(%x0: tensor<1xcomplex<f32>>) -> tensor<1xcomplex<f32>> {
  %0 = "stablehlo.fft"(%x0) {fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 1>} : (tensor<1xcomplex<f32>>) -> tensor<1xcomplex<f32>>
  func.return %0 : tensor<1xcomplex<f32>>
}
