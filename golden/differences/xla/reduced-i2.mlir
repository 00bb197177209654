// difference: xla.reduced-i2
// clause: reduce I1, sort I1: inputs are a variadic number of tensors, each of an element type of its own
// refused in jaxlib: XLA wants the layouts of all inputs of a reduce or sort to be the same, and elements of 2 bits
//     have one of their own
// portable: stays: the operation is the program's own

func.func @main() {
  %c = stablehlo.constant dense<[1, -1]> : tensor<2xi2>
  %c_0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %0:2 = call @program(%c, %c_0) : (tensor<2xi2>, tensor<2xi32>) -> (tensor<i2>, tensor<i32>)
  %c_1 = stablehlo.constant dense<1> : tensor<i2>
  stablehlo.custom_call @check.expect_eq(%0#0, %c_1) {has_side_effect = true} : (tensor<i2>, tensor<i2>) -> ()
  %c_2 = stablehlo.constant dense<3> : tensor<i32>
  stablehlo.custom_call @check.expect_eq(%0#1, %c_2) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  return
}

func.func private @program(%x: tensor<2xi2>, %y: tensor<2xi32>) -> (tensor<i2>, tensor<i32>) {
  %c = stablehlo.constant dense<0> : tensor<i2>
  %c_0 = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.reduce(%x init: %c), (%y init: %c_0) across dimensions = [0] : (tensor<2xi2>, tensor<2xi32>, tensor<i2>, tensor<i32>) -> (tensor<i2>, tensor<i32>)
   reducer(%arg2: tensor<i2>, %arg4: tensor<i2>) (%arg3: tensor<i32>, %arg5: tensor<i32>)  {
    %1 = stablehlo.maximum %arg2, %arg4 : tensor<i2>
    %2 = stablehlo.add %arg3, %arg5 : tensor<i32>
    stablehlo.return %1, %2 : tensor<i2>, tensor<i32>
  }
  return %0#0, %0#1 : tensor<i2>, tensor<i32>
}
