// difference: xla.sort-of-i2
// clause: sort I1: inputs are tensors, also of 2 bits
// value in jaxlib: XLA CPU sorts elements of 2 bits as if each were a byte: it reads and writes behind the end of its
//     memory, and longer sorts end the process
// portable: stays: the operation is the program's own

func.func @main() {
  %c = stablehlo.constant dense<[-1, -2]> : tensor<2xi2>
  %0 = call @program(%c) : (tensor<2xi2>) -> tensor<2xi2>
  %c_0 = stablehlo.constant dense<[-2, -1]> : tensor<2xi2>
  stablehlo.custom_call @check.expect_eq(%0, %c_0) {has_side_effect = true} : (tensor<2xi2>, tensor<2xi2>) -> ()
  return
}

func.func private @program(%x: tensor<2xi2>) -> tensor<2xi2> {
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%arg1: tensor<i2>, %arg2: tensor<i2>):
    %1 = stablehlo.compare LT, %arg1, %arg2 : (tensor<i2>, tensor<i2>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<2xi2>) -> tensor<2xi2>
  return %0 : tensor<2xi2>
}
