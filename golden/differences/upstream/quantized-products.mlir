// difference: upstream.quantized-products
// clause: dot_general, convolution: dequantize_op_quantize rounds to the nearest integer, within the limits
// value in StableHLO: the interpreter multiplies stored integers, rounds results of a narrow type down, and wraps
//     them
// portable: stays: it is arithmetic in general, no gather or scatter

// 2.5 * 3.5 is 8.75, and 2.5 * -64 is -160, which i8 doesn't have.
func.func @main() {
  %lhs_storage = stablehlo.constant dense<[[5]]> : tensor<1x1xi8>
  %lhs = stablehlo.bitcast_convert %lhs_storage : (tensor<1x1xi8>) -> tensor<1x1x!quant.uniform<i8:f32, 0.5>>
  %rhs_storage = stablehlo.constant dense<[[7, -128]]> : tensor<1x2xi8>
  %rhs = stablehlo.bitcast_convert %rhs_storage : (tensor<1x2xi8>) -> tensor<1x2x!quant.uniform<i8:f32, 0.5>>
  %result = func.call @program(%lhs, %rhs) : (tensor<1x1x!quant.uniform<i8:f32, 0.5>>, tensor<1x2x!quant.uniform<i8:f32, 0.5>>) -> tensor<1x2x!quant.uniform<i8:f32, 1.0>>
  %storage = stablehlo.bitcast_convert %result : (tensor<1x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<1x2xi8>
  %expected = stablehlo.constant dense<[[9, -128]]> : tensor<1x2xi8>
  stablehlo.custom_call @check.expect_eq(%storage, %expected) {has_side_effect = true} : (tensor<1x2xi8>, tensor<1x2xi8>) -> ()
  return
}

func.func private @program(%lhs: tensor<1x1x!quant.uniform<i8:f32, 0.5>>, %rhs: tensor<1x2x!quant.uniform<i8:f32, 0.5>>)
    -> tensor<1x2x!quant.uniform<i8:f32, 1.0>> {
  %0 = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0]
      : (tensor<1x1x!quant.uniform<i8:f32, 0.5>>, tensor<1x2x!quant.uniform<i8:f32, 0.5>>)
      -> tensor<1x2x!quant.uniform<i8:f32, 1.0>>
  func.return %0 : tensor<1x2x!quant.uniform<i8:f32, 1.0>>
}
