// difference: xla.complex-cbrt
// clause: cbrt: For complex numbers: complex cubic root.
// refused in jaxlib: XLA has no cbrt of complex numbers
// portable: stays: the operation is the program's own

func.func @main() {
  %x0 = stablehlo.constant dense<[(8.0, 0.0)]> : tensor<1xcomplex<f32>>
  %result = func.call @program(%x0) : (tensor<1xcomplex<f32>>) -> tensor<1xcomplex<f32>>
  %expected = stablehlo.constant dense<[(2.0, 0.0)]> : tensor<1xcomplex<f32>>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1xcomplex<f32>>, tensor<1xcomplex<f32>>) -> ()
  return
}

func.func private @program(%x0: tensor<1xcomplex<f32>>) -> tensor<1xcomplex<f32>> {
  %0 = "stablehlo.cbrt"(%x0) {} : (tensor<1xcomplex<f32>>) -> tensor<1xcomplex<f32>>
  func.return %0 : tensor<1xcomplex<f32>>
}
