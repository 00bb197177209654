// difference: iree.collectives
// clause: all_reduce: between processes
// refused in iree-base-compiler: IREE has no all_reduce of this form, nor collective_broadcast; those that it compiles
//     don't run: its driver for the CPU has no collectives
// portable: stays: the operation is the program's own

func.func @main() {
  %c = stablehlo.constant dense<3> : tensor<i32>
  %0 = call @program(%c) : (tensor<i32>) -> tensor<i32>
  %c_0 = stablehlo.constant dense<3> : tensor<i32>
  stablehlo.custom_call @check.expect_eq(%0, %c_0) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  return
}

func.func private @program(%x: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}
