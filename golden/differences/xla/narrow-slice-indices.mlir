// difference: xla.narrow-slice-indices
// clause: dynamic_update_slice: adjusted_start_indices = clamp(0, start_indices, shape(operand) - shape(update))
// value in jaxlib before 0.12: XLA clamps to the last place in the indices' own type, where that may not fit

func.func @main() {
  %operand = stablehlo.constant dense<0> : tensor<5xi32>
  %update = stablehlo.constant dense<1> : tensor<1xi32>
  %start = stablehlo.constant dense<1> : tensor<i2>
  %result = func.call @program(%operand, %update, %start) : (tensor<5xi32>, tensor<1xi32>, tensor<i2>) -> tensor<5xi32>
  %expected = stablehlo.constant dense<[0, 1, 0, 0, 0]> : tensor<5xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi32>, tensor<5xi32>) -> ()
  return
}

func.func private @program(%operand: tensor<5xi32>, %update: tensor<1xi32>, %start: tensor<i2>) -> tensor<5xi32> {
  %0 = stablehlo.dynamic_update_slice %operand, %update, %start : (tensor<5xi32>, tensor<1xi32>, tensor<i2>) -> tensor<5xi32>
  func.return %0 : tensor<5xi32>
}
