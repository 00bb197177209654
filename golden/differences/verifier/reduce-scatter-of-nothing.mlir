// difference: verifier.reduce-scatter-of-nothing
// clause: reduce_scatter.C8
// stricter in StableHLO: upstream wants parts that are scattered to have elements

// expected: upstream.reduce_scatter
func.func @main(%operand: tensor<0xi32>) -> tensor<0xi32> {
  %0 = "stablehlo.reduce_scatter"(%operand) ({
  ^bb0(%old: tensor<i32>, %new: tensor<i32>):
    "stablehlo.return"(%new) : (tensor<i32>) -> ()
  }) {scatter_dimension = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<0xi32>) -> tensor<0xi32>
  func.return %0 : tensor<0xi32>
}
