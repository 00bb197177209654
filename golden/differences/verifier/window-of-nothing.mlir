// difference: verifier.window-of-nothing
// clause: convolution.C25
// stricter in StableHLO: upstream wants windows to have elements, and the text sums nothing where they have none

// expected: upstream.convolution
func.func @main(%lhs: tensor<1x1x1xf32>, %rhs: tensor<1x1x0xf32>) -> tensor<1x1x2xf32> {
  %0 = "stablehlo.convolution"(%lhs, %rhs) {
    dimension_numbers = #stablehlo.conv<[b, f, 0]x[i, o, 0]->[b, f, 0]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  } : (tensor<1x1x1xf32>, tensor<1x1x0xf32>) -> tensor<1x1x2xf32>
  func.return %0 : tensor<1x1x2xf32>
}
