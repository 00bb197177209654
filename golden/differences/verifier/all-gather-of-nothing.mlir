// difference: verifier.all-gather-of-nothing
// clause: all_gather.C6
// stricter in StableHLO: upstream wants parts that are gathered to have elements

// expected: upstream.all_gather
func.func @main(%operand: tensor<0xi32>) -> tensor<0xi32> {
  %0 = "stablehlo.all_gather"(%operand) {all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>}
    : (tensor<0xi32>) -> tensor<0xi32>
  func.return %0 : tensor<0xi32>
}
