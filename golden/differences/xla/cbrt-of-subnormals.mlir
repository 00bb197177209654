// difference: xla.cbrt-of-subnormals
// clause: cbrt: For floats: rootn(x, 3) from IEEE-754
// value in jaxlib: XLA gives a subnormal number a small root of the other sign
// portable: stays: it is arithmetic in general, no gather or scatter

// The cube root of 2^-129, a subnormal number of f32, is 2^-43.
func.func @main() {
  %x = stablehlo.constant dense<0x00100000> : tensor<f32>
  %result = func.call @program(%x) : (tensor<f32>) -> tensor<f32>
  %expected = stablehlo.constant dense<1.1368683772161603e-13> : tensor<f32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
  return
}

func.func private @program(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.cbrt %x : tensor<f32>
  func.return %0 : tensor<f32>
}
