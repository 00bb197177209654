// difference: xla.scatter-into-rank-0
// clause: scatter C2: rank(inputs[0]) = 0 with index vectors of size 0, updated several times
// refused in jaxlib: XLA's scatter simplifier gives the update_computation whole tensors

func.func @main() {
  %input = stablehlo.constant dense<1> : tensor<i32>
  %scatter_indices = stablehlo.constant dense<> : tensor<2x0xi64>
  %updates = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %result = func.call @program(%input, %scatter_indices, %updates) : (tensor<i32>, tensor<2x0xi64>, tensor<2xi32>) -> tensor<i32>
  %expected = stablehlo.constant dense<6> : tensor<i32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  return
}

func.func private @program(%input: tensor<i32>, %scatter_indices: tensor<2x0xi64>, %updates: tensor<2xi32>) -> tensor<i32> {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %updates) ({
  ^bb0(%old: tensor<i32>, %new: tensor<i32>):
    %sum = stablehlo.add %old, %new : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<index_vector_dim = 1>
  } : (tensor<i32>, tensor<2x0xi64>, tensor<2xi32>) -> tensor<i32>
  func.return %0 : tensor<i32>
}
