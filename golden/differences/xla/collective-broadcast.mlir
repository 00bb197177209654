// difference: xla.collective-broadcast
// clause: collective_broadcast: of processes to others
// refused in jaxlib: XLA CPU has no code for it
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
