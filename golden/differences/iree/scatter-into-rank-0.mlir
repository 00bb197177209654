// difference: iree.scatter-into-rank-0
// clause: scatter C2: rank(inputs[0]) = 0 with index vectors of size 0
// crash in iree-base-compiler: IREE's compiler ends on a scatter into a scalar

func.func @main() {
  %c = stablehlo.constant dense<1> : tensor<i32>
  %c_0 = stablehlo.constant dense<> : tensor<2x0xi64>
  %c_1 = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %0 = call @program(%c, %c_0, %c_1) : (tensor<i32>, tensor<2x0xi64>, tensor<2xi32>) -> tensor<i32>
  %c_2 = stablehlo.constant dense<6> : tensor<i32>
  stablehlo.custom_call @check.expect_eq(%0, %c_2) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  return
}

func.func private @program(%input: tensor<i32>, %indices: tensor<2x0xi64>, %updates: tensor<2xi32>) -> tensor<i32> {
  %0 = "stablehlo.scatter"(%input, %indices, %updates) <{scatter_dimension_numbers = #stablehlo.scatter<index_vector_dim = 1>}> ({
  ^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) : (tensor<i32>, tensor<2x0xi64>, tensor<2xi32>) -> tensor<i32>
  return %0 : tensor<i32>
}
