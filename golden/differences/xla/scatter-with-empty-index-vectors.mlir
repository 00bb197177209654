// difference: xla.scatter-with-empty-index-vectors
// clause: scatter C19: scatter_dims_to_operand_dims may be empty, and every update then goes to the same window
// value in jaxlib: XLA's scatter simplifier takes the dimension of the updates for a window's

// Both updates go to element 0, the second one after the first.
func.func @main() {
  %input = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %scatter_indices = stablehlo.constant dense<> : tensor<2x0xi64>
  %updates = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
  %result = func.call @program(%input, %scatter_indices, %updates) : (tensor<2xi32>, tensor<2x0xi64>, tensor<2xi32>) -> tensor<2xi32>
  %expected = stablehlo.constant dense<[31, 2]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}

func.func private @program(%input: tensor<2xi32>, %scatter_indices: tensor<2x0xi64>, %updates: tensor<2xi32>) -> tensor<2xi32> {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %updates) ({
  ^bb0(%old: tensor<i32>, %new: tensor<i32>):
    %sum = stablehlo.add %old, %new : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], index_vector_dim = 1>
  } : (tensor<2xi32>, tensor<2x0xi64>, tensor<2xi32>) -> tensor<2xi32>
  func.return %0 : tensor<2xi32>
}
