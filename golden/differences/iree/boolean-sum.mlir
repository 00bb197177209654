// difference: iree.boolean-sum
// clause: add: for booleans, logical OR
// value in iree-base-compiler: IREE adds booleans modulo 2 where it reduces or scatters them

func.func @main() {
  %c = stablehlo.constant dense<true> : tensor<2xi1>
  %0 = call @program(%c) : (tensor<2xi1>) -> tensor<i1>
  %c_0 = stablehlo.constant dense<true> : tensor<i1>
  stablehlo.custom_call @check.expect_eq(%0, %c_0) {has_side_effect = true} : (tensor<i1>, tensor<i1>) -> ()
  return
}

func.func private @program(%x: tensor<2xi1>) -> tensor<i1> {
  %c = stablehlo.constant dense<false> : tensor<i1>
  %0 = stablehlo.reduce(%x init: %c) applies stablehlo.add across dimensions = [0] : (tensor<2xi1>, tensor<i1>) -> tensor<i1>
  return %0 : tensor<i1>
}
