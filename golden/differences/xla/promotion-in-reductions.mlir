// difference: xla.promotion-in-reductions
// clause: reduce C6: is_promotable(element_type(inputs[i]), Ei)
// refused in jaxlib: XLA wants the body in the type of the inputs
// portable: stays: the operation is the program's own

func.func @main() {
  %x = stablehlo.constant dense<[100, 100]> : tensor<2xi8>
  %init = stablehlo.constant dense<0> : tensor<i8>
  %result = func.call @program(%x, %init) : (tensor<2xi8>, tensor<i8>) -> tensor<i32>
  %expected = stablehlo.constant dense<200> : tensor<i32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  return
}

func.func private @program(%x: tensor<2xi8>, %init: tensor<i8>) -> tensor<i32> {
  %0 = "stablehlo.reduce"(%x, %init) ({
  ^bb0(%lhs: tensor<i32>, %rhs: tensor<i32>):
    %sum = stablehlo.add %lhs, %rhs : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) {dimensions = array<i64: 0>} : (tensor<2xi8>, tensor<i8>) -> tensor<i32>
  func.return %0 : tensor<i32>
}
