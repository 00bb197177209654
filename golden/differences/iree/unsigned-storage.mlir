// difference: iree.unsigned-storage
// clause: uniform_quantize: result = clamp(storage_min(result), ..., storage_max(result)), of ui8 from 0 to 255
// value in iree-base-compiler: IREE clamps to the largest i8: 1000 becomes 127, a tensor of one element alone is right
// portable: stays: the type is the program's own

func.func @main() {
  %cst = stablehlo.constant dense<[1.000000e+03, 1.000000e+00]> : tensor<2xf32>
  %0 = call @program(%cst) : (tensor<2xf32>) -> tensor<2x!quant.uniform<u8:f32, 1.000000e+00>>
  %1 = stablehlo.bitcast_convert %0 : (tensor<2x!quant.uniform<u8:f32, 1.000000e+00>>) -> tensor<2xui8>
  %c = stablehlo.constant dense<[255, 1]> : tensor<2xui8>
  stablehlo.custom_call @check.expect_eq(%1, %c) {has_side_effect = true} : (tensor<2xui8>, tensor<2xui8>) -> ()
  return
}

func.func private @program(%x: tensor<2xf32>) -> tensor<2x!quant.uniform<u8:f32, 1.000000e+00>> {
  %0 = stablehlo.uniform_quantize %x : (tensor<2xf32>) -> tensor<2x!quant.uniform<u8:f32, 1.000000e+00>>
  return %0 : tensor<2x!quant.uniform<u8:f32, 1.000000e+00>>
}
