// difference: xla.abs-of-square
// clause: abs: for signed integers, integer modulus
// value in jaxlib before 0.11.1: XLA leaves out abs of x * x as if it couldn't be negative; a product of integers
//     that overflows is
// portable: stays: it is arithmetic in general, no gather or scatter

// 12 * 12 is -112 in i8. What the product is left at when it overflows, its absolute value isn't negative.
func.func @main() {
  %x = stablehlo.constant dense<[12, 3]> : tensor<2xi8>
  %result = func.call @program(%x) : (tensor<2xi8>) -> tensor<2xi8>
  %expected = stablehlo.constant dense<[112, 9]> : tensor<2xi8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xi8>, tensor<2xi8>) -> ()
  return
}

func.func private @program(%x: tensor<2xi8>) -> tensor<2xi8> {
  %square = stablehlo.multiply %x, %x : tensor<2xi8>
  %0 = stablehlo.abs %square : tensor<2xi8>
  func.return %0 : tensor<2xi8>
}
