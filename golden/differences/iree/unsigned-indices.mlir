// difference: iree.unsigned-indices
// clause: gather I2: start_indices is a tensor of integer type, so ui64 2 ** 63 is 2 ** 63
// value in iree-base-compiler: IREE reads indices of 64 bits as signed: 2 ** 63 becomes the lowest one, and is clamped
//     to 0

func.func @main() {
  %c = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %c_0 = stablehlo.constant dense<9223372036854775808> : tensor<1xui64>
  %0 = call @program(%c, %c_0) : (tensor<3xi32>, tensor<1xui64>) -> tensor<i32>
  %c_1 = stablehlo.constant dense<3> : tensor<i32>
  stablehlo.custom_call @check.expect_eq(%0, %c_1) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  return
}

func.func private @program(%x: tensor<3xi32>, %i: tensor<1xui64>) -> tensor<i32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0]>, slice_sizes = array<i64: 1>}> : (tensor<3xi32>, tensor<1xui64>) -> tensor<i32>
  return %0 : tensor<i32>
}
