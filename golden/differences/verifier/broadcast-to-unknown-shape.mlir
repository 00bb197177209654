// difference: verifier.broadcast-to-unknown-shape
// clause: broadcast_in_dim.O1
// stricter in StableHLO: upstream lets at most one dimension of a result be unknown, and that only with a bound

// expected: upstream.broadcast_in_dim
func.func @main(%operand: tensor<3xi32>) -> tensor<?x3xi32> {
  %0 = "stablehlo.broadcast_in_dim"(%operand) {broadcast_dimensions = array<i64: 1>} : (tensor<3xi32>) -> tensor<?x3xi32>
  func.return %0 : tensor<?x3xi32>
}
