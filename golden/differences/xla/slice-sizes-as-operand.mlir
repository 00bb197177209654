// difference: xla.slice-sizes-as-operand
// clause: dynamic_gather I3: slice_sizes is an operand
// refused in jaxlib: XLA has no dynamic shapes: slice_sizes must be a constant of the program

func.func @main() {
  %operand = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %start_indices = stablehlo.constant dense<[1]> : tensor<1xi64>
  %slice_sizes = stablehlo.constant dense<[2]> : tensor<1xi64>
  %result = func.call @program(%operand, %start_indices, %slice_sizes) : (tensor<3xi32>, tensor<1xi64>, tensor<1xi64>) -> tensor<2xi32>
  %expected = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}

func.func private @program(%operand: tensor<3xi32>, %start_indices: tensor<1xi64>, %slice_sizes: tensor<1xi64>) -> tensor<2xi32> {
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) {
    dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0], index_vector_dim = 0>
  } : (tensor<3xi32>, tensor<1xi64>, tensor<1xi64>) -> tensor<2xi32>
  func.return %0 : tensor<2xi32>
}
