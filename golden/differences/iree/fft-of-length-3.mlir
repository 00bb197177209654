// difference: iree.fft-of-length-3
// clause: fft C5: fft_length may be of any size
// refused in iree-base-compiler: IREE computes transforms of lengths that are powers of 2 alone
// portable: stays: the operation is the program's own

func.func @main() {
  %x = stablehlo.constant dense<(1.0, 0.0)> : tensor<3xcomplex<f32>>
  %result = func.call @program(%x) : (tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>>
  %expected = stablehlo.constant dense<[(3.0, 0.0), (0.0, 0.0), (0.0, 0.0)]> : tensor<3xcomplex<f32>>
  stablehlo.custom_call @check.expect_almost_eq(%result, %expected) {has_side_effect = true} : (tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> ()
  return
}

func.func private @program(%x: tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>> {
  %0 = stablehlo.fft %x, type = FFT, length = [3] : (tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>>
  func.return %0 : tensor<3xcomplex<f32>>
}
