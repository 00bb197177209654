// difference: verifier.reshape-to-unknown-shape
// clause: reshape.O1
// stricter in StableHLO: upstream lets at most one dimension of a result be unknown, and that only with a bound

// expected: upstream.reshape
func.func @main(%operand: tensor<6xi32>) -> tensor<?x3xi32> {
  %0 = "stablehlo.reshape"(%operand) : (tensor<6xi32>) -> tensor<?x3xi32>
  func.return %0 : tensor<?x3xi32>
}
