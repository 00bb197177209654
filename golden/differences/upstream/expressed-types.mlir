// difference: upstream.expressed-types
// clause: types: expressed_type is a floating-point type
// refused in StableHLO: the interpreter computes in f32 and has no way back to another expressed type
// portable: stays: the type is the program's own

func.func @main() {
  %operand_storage = stablehlo.constant dense<[-3]> : tensor<1xi8>
  %operand = stablehlo.bitcast_convert %operand_storage : (tensor<1xi8>) -> tensor<1x!quant.uniform<i8:bf16, 0.5>>
  %result = func.call @program(%operand) : (tensor<1x!quant.uniform<i8:bf16, 0.5>>) -> tensor<1x!quant.uniform<i8:bf16, 0.5>>
  %storage = stablehlo.bitcast_convert %result : (tensor<1x!quant.uniform<i8:bf16, 0.5>>) -> tensor<1xi8>
  %expected = stablehlo.constant dense<[3]> : tensor<1xi8>
  stablehlo.custom_call @check.expect_eq(%storage, %expected) {has_side_effect = true} : (tensor<1xi8>, tensor<1xi8>) -> ()
  return
}

func.func private @program(%operand: tensor<1x!quant.uniform<i8:bf16, 0.5>>) -> tensor<1x!quant.uniform<i8:bf16, 0.5>> {
  %0 = stablehlo.abs %operand : tensor<1x!quant.uniform<i8:bf16, 0.5>>
  func.return %0 : tensor<1x!quant.uniform<i8:bf16, 0.5>>
}
