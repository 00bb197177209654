// difference: verifier.composite-of-unknown-shape
// clause: composite.C3
// stricter in StableHLO: upstream wants the very types of the decomposition, also where a size isn't known on one side

// expected: upstream.composite
func.func @main(%operand: tensor<?xi32>) -> tensor<2xi32> {
  %0 = "stablehlo.composite"(%operand) {name = "own.op", decomposition = @decomposition}
    : (tensor<?xi32>) -> tensor<2xi32>
  func.return %0 : tensor<2xi32>
}
func.func private @decomposition(%operand: tensor<2xi32>) -> tensor<2xi32> {
  func.return %operand : tensor<2xi32>
}
