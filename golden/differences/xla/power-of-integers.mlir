// difference: xla.power-of-integers
// clause: power: For integers: integer exponentiation
// value in jaxlib: XLA multiplies as often as the six lowest bits of the exponent say, and leaves out the
//     others; before 0.12 for a base of 0, too
// portable: stays: it is arithmetic in general, no gather or scatter

// The seventh bit of 64 is the first that is left out: then the power is 0, and the result 1.
func.func @main() {
  %base = stablehlo.constant dense<[0, 3, 0]> : tensor<3xi32>
  %exponent = stablehlo.constant dense<[64, 64, 3]> : tensor<3xi32>
  %result = func.call @program(%base, %exponent) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %expected = stablehlo.constant dense<[0, 2038349057, 0]> : tensor<3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  return
}

func.func private @program(%base: tensor<3xi32>, %exponent: tensor<3xi32>) -> tensor<3xi32> {
  %0 = stablehlo.power %base, %exponent : tensor<3xi32>
  func.return %0 : tensor<3xi32>
}
