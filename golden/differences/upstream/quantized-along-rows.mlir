// difference: upstream.quantized-along-rows
// clause: types: quantization_dimension is any dimension of the tensor
// refused in StableHLO: the interpreter rewrites quantized programs first, with scales along the last dimension
//     alone
// portable: stays: the operation is the program's own

func.func @main() {
  %x_storage = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>
  %x = stablehlo.bitcast_convert %x_storage : (tensor<2x2xi8>) -> tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 2.0}>>
  %result = func.call @program(%x) : (tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 2.0}>>) -> tensor<2x2xf32>
  %expected = stablehlo.constant dense<[[0.5, 1.0], [6.0, 8.0]]> : tensor<2x2xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x2xf32>, tensor<2x2xf32>) -> ()
  return
}

func.func private @program(%x: tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 2.0}>>) -> tensor<2x2xf32> {
  %0 = stablehlo.uniform_dequantize %x : (tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 2.0}>>) -> tensor<2x2xf32>
  func.return %0 : tensor<2x2xf32>
}
