// difference: verifier.sizes-of-unknown-shape
// clause: dynamic_reshape.I2
// stricter in StableHLO: upstream wants operands that are sizes or paddings to have a static shape: here and in
//     the other dynamic operations

// expected: upstream.dynamic_reshape
func.func @main(%operand: tensor<6xi32>, %output_shape: tensor<?xi64>) -> tensor<2x3xi32> {
  %0 = "stablehlo.dynamic_reshape"(%operand, %output_shape) : (tensor<6xi32>, tensor<?xi64>) -> tensor<2x3xi32>
  func.return %0 : tensor<2x3xi32>
}
