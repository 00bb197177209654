// difference: xla.sum-with-zero
// clause: add: IEEE-754, where -0 + 0 is 0
// value in jaxlib: XLA leaves out the addition of a constant 0, so that -0 stays -0
// portable: stays: it is arithmetic in general, and other arithmetic has it too

func.func @main() {
  %x = stablehlo.constant dense<[-0.0, 1.0]> : tensor<2xf32>
  %result = func.call @program(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %bits = stablehlo.bitcast_convert %result : (tensor<2xf32>) -> tensor<2xui32>
  %expected = stablehlo.constant dense<[0, 1065353216]> : tensor<2xui32>
  stablehlo.custom_call @check.expect_eq(%bits, %expected) {has_side_effect = true} : (tensor<2xui32>, tensor<2xui32>) -> ()
  return
}

func.func private @program(%x: tensor<2xf32>) -> tensor<2xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<2xf32>
  %0 = stablehlo.add %x, %zero : tensor<2xf32>
  func.return %0 : tensor<2xf32>
}
