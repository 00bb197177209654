// difference: xla.constant-sign
// clause: sign: if compare(x, -0.0, EQ, FLOAT): return -0.0
// value in jaxlib: XLA gives 0.0 for the sign of a constant -0.0
// portable: stays: the operation is the program's own

func.func @main() {
  %result = func.call @program() : () -> tensor<2xf32>
  %bits = stablehlo.bitcast_convert %result : (tensor<2xf32>) -> tensor<2xui32>
  %expected = stablehlo.constant dense<[2147483648, 1065353216]> : tensor<2xui32>
  stablehlo.custom_call @check.expect_eq(%bits, %expected) {has_side_effect = true} : (tensor<2xui32>, tensor<2xui32>) -> ()
  return
}

func.func private @program() -> tensor<2xf32> {
  %x0 = stablehlo.constant dense<[-0.0, 1.0]> : tensor<2xf32>
  %0 = "stablehlo.sign"(%x0) {} : (tensor<2xf32>) -> tensor<2xf32>
  func.return %0 : tensor<2xf32>
}
