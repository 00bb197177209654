// difference: verifier.paddings-of-two-integer-types
// clause: dynamic_pad.I5
// stricter in StableHLO: upstream wants the three amounts of padding to have one element type

// expected: upstream.dynamic_pad
func.func @main(%operand: tensor<2xi32>, %padding_value: tensor<i32>, %low: tensor<1xi64>, %high: tensor<1xi64>,
    %interior: tensor<1xi32>) -> tensor<?xi32> {
  %0 = "stablehlo.dynamic_pad"(%operand, %padding_value, %low, %high, %interior)
    : (tensor<2xi32>, tensor<i32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi32>) -> tensor<?xi32>
  func.return %0 : tensor<?xi32>
}
