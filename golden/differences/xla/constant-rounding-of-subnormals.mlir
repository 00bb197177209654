// difference: xla.constant-rounding-of-subnormals
// clause: ceil, floor: For floats: `ceil`, `floor` from IEEE-754
// value in jaxlib before 0.11: XLA takes constants that are subnormal for zero when it rounds them up or down
// portable: stays: the operation is the program's own

func.func @main() {
  %up, %down = func.call @program() : () -> (tensor<2xf32>, tensor<2xf32>)
  %expected_up = stablehlo.constant dense<[1.0, -0.0]> : tensor<2xf32>
  %expected_down = stablehlo.constant dense<[0.0, -1.0]> : tensor<2xf32>
  stablehlo.custom_call @check.expect_eq(%up, %expected_up) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  stablehlo.custom_call @check.expect_eq(%down, %expected_down) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}

func.func private @program() -> (tensor<2xf32>, tensor<2xf32>) {
  %operand = stablehlo.constant dense<[1.401298464324817e-45, -1.401298464324817e-45]> : tensor<2xf32>
  %up = stablehlo.ceil %operand : tensor<2xf32>
  %down = stablehlo.floor %operand : tensor<2xf32>
  return %up, %down : tensor<2xf32>, tensor<2xf32>
}
