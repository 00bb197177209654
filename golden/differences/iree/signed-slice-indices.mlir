// difference: iree.signed-slice-indices
// clause: dynamic_slice: adjusted_start_indices = clamp(0, start_indices, shape(operand) - slice_sizes)
// value in iree-base-compiler: IREE reads negative indices as unsigned, and clamps them to the last place

func.func @main() {
  %c = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  %c_0 = stablehlo.constant dense<-1> : tensor<i8>
  %0 = call @program(%c, %c_0) : (tensor<4xi32>, tensor<i8>) -> tensor<1xi32>
  %c_1 = stablehlo.constant dense<0> : tensor<1xi32>
  stablehlo.custom_call @check.expect_eq(%0, %c_1) {has_side_effect = true} : (tensor<1xi32>, tensor<1xi32>) -> ()
  return
}

func.func private @program(%x: tensor<4xi32>, %i: tensor<i8>) -> tensor<1xi32> {
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [1] : (tensor<4xi32>, tensor<i8>) -> tensor<1xi32>
  return %0 : tensor<1xi32>
}
