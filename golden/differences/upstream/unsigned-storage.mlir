// difference: upstream.unsigned-storage
// clause: types: storage_type is an integer type, so 200 stored as ui8 is 200
// value in StableHLO: the interpreter computes on stored integers as if all were signed: 200 becomes -56
// portable: stays: the type is the program's own

func.func @main() {
  %operand_storage = stablehlo.constant dense<[200]> : tensor<1xui8>
  %operand = stablehlo.bitcast_convert %operand_storage : (tensor<1xui8>) -> tensor<1x!quant.uniform<u8:f32, 1.0>>
  %result = func.call @program(%operand) : (tensor<1x!quant.uniform<u8:f32, 1.0>>) -> tensor<1xf32>
  %expected = stablehlo.constant dense<[200.0]> : tensor<1xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1xf32>, tensor<1xf32>) -> ()
  return
}

func.func private @program(%operand: tensor<1x!quant.uniform<u8:f32, 1.0>>) -> tensor<1xf32> {
  %0 = stablehlo.uniform_dequantize %operand : (tensor<1x!quant.uniform<u8:f32, 1.0>>) -> tensor<1xf32>
  func.return %0 : tensor<1xf32>
}
