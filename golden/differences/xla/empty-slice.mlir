// difference: xla.empty-slice
// clause: gather C12: slice_sizes[operand_batching_dims...] <= 1, so 0 is allowed and changes no index
// value in jaxlib: XLA reads nothing and gives zeros where a dropped dimension has slice size 0

func.func @main() {
  %operand = stablehlo.constant dense<[5, 6]> : tensor<2xi32>
  %start_indices = stablehlo.constant dense<> : tensor<2x0xi64>
  %result = func.call @program(%operand, %start_indices) : (tensor<2xi32>, tensor<2x0xi64>) -> tensor<2xi32>
  %expected = stablehlo.constant dense<[5, 6]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}

func.func private @program(%operand: tensor<2xi32>, %start_indices: tensor<2x0xi64>) -> tensor<2xi32> {
  %0 = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      operand_batching_dims = [0], start_indices_batching_dims = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 0>
  } : (tensor<2xi32>, tensor<2x0xi64>) -> tensor<2xi32>
  func.return %0 : tensor<2xi32>
}
