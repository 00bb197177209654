// difference: upstream.quantized-add
// clause: add: dequantize_op_quantize rounds the sum, once
// value in StableHLO: the interpreter requantizes each operand, which rounds it, and adds the integers
// portable: stays: it is arithmetic in general, no gather or scatter

// 0.75 + 0.75 is 1.5, three halves; 0.75 alone is nearest to two halves.
func.func @main() {
  %lhs_storage = stablehlo.constant dense<[1]> : tensor<1xi8>
  %lhs = stablehlo.bitcast_convert %lhs_storage : (tensor<1xi8>) -> tensor<1x!quant.uniform<i8:f32, 0.75>>
  %rhs_storage = stablehlo.constant dense<[1]> : tensor<1xi8>
  %rhs = stablehlo.bitcast_convert %rhs_storage : (tensor<1xi8>) -> tensor<1x!quant.uniform<i8:f32, 0.75>>
  %result = func.call @program(%lhs, %rhs) : (tensor<1x!quant.uniform<i8:f32, 0.75>>, tensor<1x!quant.uniform<i8:f32, 0.75>>) -> tensor<1x!quant.uniform<i8:f32, 0.5>>
  %storage = stablehlo.bitcast_convert %result : (tensor<1x!quant.uniform<i8:f32, 0.5>>) -> tensor<1xi8>
  %expected = stablehlo.constant dense<[3]> : tensor<1xi8>
  stablehlo.custom_call @check.expect_eq(%storage, %expected) {has_side_effect = true} : (tensor<1xi8>, tensor<1xi8>) -> ()
  return
}

func.func private @program(%lhs: tensor<1x!quant.uniform<i8:f32, 0.75>>, %rhs: tensor<1x!quant.uniform<i8:f32, 0.75>>)
    -> tensor<1x!quant.uniform<i8:f32, 0.5>> {
  %0 = stablehlo.add %lhs, %rhs
      : (tensor<1x!quant.uniform<i8:f32, 0.75>>, tensor<1x!quant.uniform<i8:f32, 0.75>>)
      -> tensor<1x!quant.uniform<i8:f32, 0.5>>
  func.return %0 : tensor<1x!quant.uniform<i8:f32, 0.5>>
}
