// difference: xla.constant-bits
// clause: bitcast_convert: bits(result[i0, ..., iR-1, :]) = bits(operand[i0, ..., iR-1])
// value in jaxlib before 0.11.1: XLA takes numbers of 4 bits for a byte each where it converts the bits of
//     constants
// portable: stays: the operation is the program's own

func.func @main() {
  %result = func.call @program() : () -> tensor<2x2xui4>
  %expected = stablehlo.constant dense<[[2, 1], [7, 15]]> : tensor<2x2xui4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x2xui4>, tensor<2x2xui4>) -> ()
  return
}

func.func private @program() -> tensor<2x2xui4> {
  %x0 = stablehlo.constant dense<[18, 247]> : tensor<2xui8>
  %0 = "stablehlo.bitcast_convert"(%x0) {} : (tensor<2xui8>) -> tensor<2x2xui4>
  func.return %0 : tensor<2x2xui4>
}
