// difference: xla.partial-windows
// clause: scatter: bounds are decided for each element, `result_index` is in bounds for shape(results...)
// value in jaxlib: XLA drops a whole window as soon as one of its elements is out of bounds

// The window [1, 3) of an input of two elements: element 1 is in bounds, 2 isn't.
func.func @main() {
  %input = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %scatter_indices = stablehlo.constant dense<[1]> : tensor<1xi64>
  %update = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %result = func.call @program(%input, %scatter_indices, %update) : (tensor<2xi32>, tensor<1xi64>, tensor<2xi32>) -> tensor<2xi32>
  %expected = stablehlo.constant dense<[1, 3]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}

func.func private @program(%input: tensor<2xi32>, %scatter_indices: tensor<1xi64>, %update: tensor<2xi32>) -> tensor<2xi32> {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old: tensor<i32>, %new: tensor<i32>):
    stablehlo.return %new : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>
  } : (tensor<2xi32>, tensor<1xi64>, tensor<2xi32>) -> tensor<2xi32>
  func.return %0 : tensor<2xi32>
}
