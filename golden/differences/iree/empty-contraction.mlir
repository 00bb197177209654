// difference: iree.empty-contraction
// clause: dot_general: dot_product = reduce(...) with init_values of 0
// crash in iree-base-compiler: IREE's compiler ends on a product of vectors without elements
// portable: stays: the operation is the program's own

func.func @main() {
  %c = stablehlo.constant dense<> : tensor<1x0xi32>
  %c_0 = stablehlo.constant dense<> : tensor<0x1xi32>
  %0 = call @program(%c, %c_0) : (tensor<1x0xi32>, tensor<0x1xi32>) -> tensor<1x1xi32>
  %c_1 = stablehlo.constant dense<0> : tensor<1x1xi32>
  stablehlo.custom_call @check.expect_eq(%0, %c_1) {has_side_effect = true} : (tensor<1x1xi32>, tensor<1x1xi32>) -> ()
  return
}

func.func private @program(%x: tensor<1x0xi32>, %y: tensor<0x1xi32>) -> tensor<1x1xi32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<1x0xi32>, tensor<0x1xi32>) -> tensor<1x1xi32>
  return %0 : tensor<1x1xi32>
}
