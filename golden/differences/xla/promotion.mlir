// difference: xla.promotion
// clause: scatter C23: is_promotable(element_type(inputs[i]), Ei)
// refused in jaxlib: XLA wants update_computation in the type of the inputs

func.func @main() {
  %input = stablehlo.constant dense<[100, 5]> : tensor<2xi8>
  %scatter_indices = stablehlo.constant dense<[0]> : tensor<1xi64>
  %update = stablehlo.constant dense<100> : tensor<i8>
  %result = func.call @program(%input, %scatter_indices, %update) : (tensor<2xi8>, tensor<1xi64>, tensor<i8>) -> tensor<2xi32>
  %expected = stablehlo.constant dense<[200, 5]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}

func.func private @program(%input: tensor<2xi8>, %scatter_indices: tensor<1xi64>, %update: tensor<i8>) -> tensor<2xi32> {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old: tensor<i32>, %new: tensor<i32>):
    %sum = stablehlo.add %old, %new : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>
  } : (tensor<2xi8>, tensor<1xi64>, tensor<i8>) -> tensor<2xi32>
  func.return %0 : tensor<2xi32>
}
