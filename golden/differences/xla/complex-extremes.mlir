// difference: xla.complex-extremes
// clause: maximum, minimum: lexicographic maximum for the (real, imaginary) pair
// value in jaxlib: XLA looks at the real parts alone
// portable: stays: the operation is the program's own

func.func @main() {
  %x0 = stablehlo.constant dense<[(1.0, 2.0)]> : tensor<1xcomplex<f32>>
  %x1 = stablehlo.constant dense<[(1.0, 3.0)]> : tensor<1xcomplex<f32>>
  %result = func.call @program(%x0, %x1) : (tensor<1xcomplex<f32>>, tensor<1xcomplex<f32>>) -> tensor<1xcomplex<f32>>
  %expected = stablehlo.constant dense<[(1.0, 3.0)]> : tensor<1xcomplex<f32>>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1xcomplex<f32>>, tensor<1xcomplex<f32>>) -> ()
  return
}

func.func private @program(%x0: tensor<1xcomplex<f32>>, %x1: tensor<1xcomplex<f32>>) -> tensor<1xcomplex<f32>> {
  %0 = "stablehlo.maximum"(%x0, %x1) {} : (tensor<1xcomplex<f32>>, tensor<1xcomplex<f32>>) -> tensor<1xcomplex<f32>>
  func.return %0 : tensor<1xcomplex<f32>>
}
