// difference: iree.wide-scatter-indices
// clause: scatter I2: scatter_indices is a tensor of integer type, so i64 2 ** 40 is 2 ** 40
// value in iree-base-compiler: IREE cuts indices to 32 bits: 2 ** 40 becomes 0
// portable: stays: nothing but clamped indices would avoid it, and that is more than a difference of windows

func.func @main() {
  %c = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %c_0 = stablehlo.constant dense<1099511627776> : tensor<1xi64>
  %c_1 = stablehlo.constant dense<5> : tensor<1xi32>
  %0 = call @program(%c, %c_0, %c_1) : (tensor<4xi32>, tensor<1xi64>, tensor<1xi32>) -> tensor<4xi32>
  %c_2 = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  stablehlo.custom_call @check.expect_eq(%0, %c_2) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  return
}

func.func private @program(%input: tensor<4xi32>, %indices: tensor<1xi64>, %updates: tensor<1xi32>) -> tensor<4xi32> {
  %0 = "stablehlo.scatter"(%input, %indices, %updates) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) : (tensor<4xi32>, tensor<1xi64>, tensor<1xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
