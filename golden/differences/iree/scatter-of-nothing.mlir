// difference: iree.scatter-of-nothing
// clause: scatter: exec([], results) = results
// crash in iree-base-compiler: IREE's compiler ends on a scatter without updates
// portable: stays: the operation is the program's own

func.func @main() {
  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %c_0 = stablehlo.constant dense<> : tensor<0x1xi64>
  %c_1 = stablehlo.constant dense<> : tensor<0xi32>
  %0 = call @program(%c, %c_0, %c_1) : (tensor<2xi32>, tensor<0x1xi64>, tensor<0xi32>) -> tensor<2xi32>
  %c_2 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%0, %c_2) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}

func.func private @program(%input: tensor<2xi32>, %indices: tensor<0x1xi64>, %updates: tensor<0xi32>) -> tensor<2xi32> {
  %0 = "stablehlo.scatter"(%input, %indices, %updates) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
    stablehlo.return %arg4 : tensor<i32>
  }) : (tensor<2xi32>, tensor<0x1xi64>, tensor<0xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
