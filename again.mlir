module {
  func.func @main(%arg0: tensor<3xi32>) -> (tensor<3xi32>, tensor<3xi32>) {
    %c = stablehlo.constant dense<1> : tensor<1xi64>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<1xi64>
    %1 = stablehlo.compare LT, %c, %c_1, SIGNED : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi1>
    %c_2 = stablehlo.constant dense<3> : tensor<1xi64>
    %2 = stablehlo.add %c, %c_2 : tensor<1xi64>
    %3 = stablehlo.select %1, %2, %c : tensor<1xi1>, tensor<1xi64>
    %4 = "stablehlo.scatter"(%arg0, %3, %0) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
    ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>):
      %6 = stablehlo.add %arg1, %arg2 : tensor<i32>
      stablehlo.return %6 : tensor<i32>
    }) : (tensor<3xi32>, tensor<1xi64>, tensor<1xi32>) -> tensor<3xi32>
    %c_3 = stablehlo.constant dense<1> : tensor<3xi32>
    %5 = stablehlo.multiply %arg0, %c_3 : tensor<3xi32>
    return %4, %5 : tensor<3xi32>, tensor<3xi32>
  }
}
