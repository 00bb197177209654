// difference: xla.boolean-constant-sum
// clause: add: for booleans, logical OR
// value in jaxlib: XLA folds the sum of two i1 constants as a sum modulo 2

func.func @main() {
  %result = func.call @program() : () -> tensor<i1>
  %expected = stablehlo.constant dense<true> : tensor<i1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<i1>, tensor<i1>) -> ()
  return
}

func.func private @program() -> tensor<i1> {
  %true = stablehlo.constant dense<true> : tensor<i1>
  %also = stablehlo.constant dense<true> : tensor<i1>
  %0 = stablehlo.add %true, %also : tensor<i1>
  func.return %0 : tensor<i1>
}
