// difference: xla.random-body-of-map
// clause: map I3: computation is a function
// crash in jaxlib: XLA CPU's compiler ends on random numbers in the body of a map
// portable: stays: the operation is the program's own

func.func @main() {
  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %0 = call @program(%c) : (tensor<2xi32>) -> tensor<2xi32>
  %c_0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%0, %c_0) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}

func.func private @program(%x: tensor<2xi32>) -> tensor<2xi32> {
  %0 = "stablehlo.map"(%x) <{dimensions = array<i64: 0>}> ({
  ^bb0(%arg1: tensor<i32>):
    %c = stablehlo.constant dense<> : tensor<0xi64>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %arg1, %c_0 : tensor<i32>
    %2 = stablehlo.rng %arg1, %1, %c, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<0xi64>) -> tensor<i32>
    stablehlo.return %2 : tensor<i32>
  }) : (tensor<2xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
