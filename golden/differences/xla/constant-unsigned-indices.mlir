// difference: xla.constant-unsigned-indices
// clause: gather I2: start_indices is a tensor of integer type, so ui8 200 is 200
// value in jaxlib: XLA folds the clamping of constant unsigned indices as if they were signed

func.func @main() {
  %operand = stablehlo.constant dense<[5, 6]> : tensor<2xi32>
  %result = func.call @program(%operand) : (tensor<2xi32>) -> tensor<i32>
  %expected = stablehlo.constant dense<6> : tensor<i32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  return
}

func.func private @program(%operand: tensor<2xi32>) -> tensor<i32> {
  %start_indices = stablehlo.constant dense<[200]> : tensor<1xui8>
  %0 = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0>,
    slice_sizes = array<i64: 1>
  } : (tensor<2xi32>, tensor<1xui8>) -> tensor<i32>
  func.return %0 : tensor<i32>
}
