// difference: upstream.unsigned-indices
// clause: gather I2, scatter I2: start_indices is a tensor of integer type, so ui8 200 is 200
// value in StableHLO: the interpreter extends the sign of unsigned indices, those of dynamic_slice and
//     dynamic_update_slice too: ui8 200 becomes -56

// An operand of 256 elements, each its own index: what is read tells the index that was meant.
func.func @main() {
  %operand = stablehlo.iota dim = 0 : tensor<256xi32>
  %start_indices = stablehlo.constant dense<[200]> : tensor<1xui8>
  %result = func.call @program(%operand, %start_indices) : (tensor<256xi32>, tensor<1xui8>) -> tensor<i32>
  %expected = stablehlo.constant dense<200> : tensor<i32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  return
}

func.func private @program(%operand: tensor<256xi32>, %start_indices: tensor<1xui8>) -> tensor<i32> {
  %0 = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0>,
    slice_sizes = array<i64: 1>
  } : (tensor<256xi32>, tensor<1xui8>) -> tensor<i32>
  func.return %0 : tensor<i32>
}
