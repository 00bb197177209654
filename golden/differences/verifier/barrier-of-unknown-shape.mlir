// difference: verifier.barrier-of-unknown-shape
// clause: optimization_barrier.C1
// stricter in StableHLO: upstream wants one type on both sides, also where a size isn't known on one of them

// expected: upstream.optimization_barrier
func.func @main(%operand: tensor<?xi32>) -> tensor<2xi32> {
  %0 = "stablehlo.optimization_barrier"(%operand) : (tensor<?xi32>) -> tensor<2xi32>
  func.return %0 : tensor<2xi32>
}
