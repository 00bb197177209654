// difference: xla.computation-of-all-reduce
// clause: all_reduce I5: computation is a function
// refused in jaxlib: XLA CPU reduces between processes by add, multiply, maximum and minimum alone
// portable: stays: the operation is the program's own

func.func @main() {
  %c = stablehlo.constant dense<3> : tensor<i32>
  %0 = call @program(%c) : (tensor<i32>) -> tensor<i32>
  %c_0 = stablehlo.constant dense<3> : tensor<i32>
  stablehlo.custom_call @check.expect_eq(%0, %c_0) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  return
}

func.func private @program(%x: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
  ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>):
    %1 = stablehlo.xor %arg1, %arg2 : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}
