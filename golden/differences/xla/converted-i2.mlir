// difference: xla.converted-i2
// clause: dot_general I1, I2: lhs and rhs are tensors, also of 2 bits
// refused in jaxlib: XLA CPU converts elements of 2 bits to wider ones with the layout of 2 bits: in products, and in
//     indices of gathers with batching dims
// portable: stays: the operation is the program's own

func.func @main() {
  %c = stablehlo.constant dense<1> : tensor<1x2xi2>
  %c_0 = stablehlo.constant dense<1> : tensor<2x1xi2>
  %0 = call @program(%c, %c_0) : (tensor<1x2xi2>, tensor<2x1xi2>) -> tensor<1x1xi32>
  %c_1 = stablehlo.constant dense<2> : tensor<1x1xi32>
  stablehlo.custom_call @check.expect_eq(%0, %c_1) {has_side_effect = true} : (tensor<1x1xi32>, tensor<1x1xi32>) -> ()
  return
}

func.func private @program(%x: tensor<1x2xi2>, %y: tensor<2x1xi2>) -> tensor<1x1xi32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<1x2xi2>, tensor<2x1xi2>) -> tensor<1x1xi32>
  return %0 : tensor<1x1xi32>
}
