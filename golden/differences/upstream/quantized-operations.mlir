// difference: upstream.quantized-operations
// clause: reverse I1: operand may be a per-tensor quantized tensor
// refused in StableHLO: the interpreter rewrites quantized programs first, and has no rewriting for all_gather,
//     collective_broadcast, collective_permute, dynamic_update_slice, iota, is_finite, map, optimization_barrier,
//     reduce, reverse, sort
// portable: stays: the operation is the program's own

func.func @main() {
  %operand_storage = stablehlo.constant dense<[1, 2]> : tensor<2xi8>
  %operand = stablehlo.bitcast_convert %operand_storage : (tensor<2xi8>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  %result = func.call @program(%operand) : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  %storage = stablehlo.bitcast_convert %result : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2xi8>
  %expected = stablehlo.constant dense<[2, 1]> : tensor<2xi8>
  stablehlo.custom_call @check.expect_eq(%storage, %expected) {has_side_effect = true} : (tensor<2xi8>, tensor<2xi8>) -> ()
  return
}

func.func private @program(%operand: tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>> {
  %0 = stablehlo.reverse %operand, dims = [0] : tensor<2x!quant.uniform<i8:f32, 0.5>>
  func.return %0 : tensor<2x!quant.uniform<i8:f32, 0.5>>
}
