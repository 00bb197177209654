// difference: xla.ragged-dot
// clause: chlo.ragged_dot: the rows of group i times rhs[i]
// refused in jaxlib: XLA CPU has no code for ragged products
// portable: stays: the operation is the program's own

func.func @main() {
  %lhs = stablehlo.constant dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %rhs = stablehlo.constant dense<[[[3.0]]]> : tensor<1x1x1xf32>
  %group_sizes = stablehlo.constant dense<[2]> : tensor<1xi64>
  %result = func.call @program(%lhs, %rhs, %group_sizes) : (tensor<2x1xf32>, tensor<1x1x1xf32>, tensor<1xi64>) -> tensor<2x1xf32>
  %expected = stablehlo.constant dense<[[3.0], [6.0]]> : tensor<2x1xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x1xf32>, tensor<2x1xf32>) -> ()
  return
}

func.func private @program(%lhs: tensor<2x1xf32>, %rhs: tensor<1x1x1xf32>, %group_sizes: tensor<1xi64>) -> tensor<2x1xf32> {
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) {
    ragged_dot_dimension_numbers = #chlo.ragged_dot<
      lhs_batching_dimensions = [], rhs_batching_dimensions = [],
      lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1],
      lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>
  } : (tensor<2x1xf32>, tensor<1x1x1xf32>, tensor<1xi64>) -> tensor<2x1xf32>
  func.return %0 : tensor<2x1xf32>
}
