// difference: xla.constant-leading-zeros
// clause: count_leading_zeros: the number of leading zero bits
// value in jaxlib before 0.11: XLA counts the leading zeros of constants in 64 bits
// portable: stays: the operation is the program's own

func.func @main() {
  %result = func.call @program() : () -> tensor<2xi8>
  %expected = stablehlo.constant dense<[0, 7]> : tensor<2xi8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xi8>, tensor<2xi8>) -> ()
  return
}

func.func private @program() -> tensor<2xi8> {
  %x0 = stablehlo.constant dense<[-1, 1]> : tensor<2xi8>
  %0 = "stablehlo.count_leading_zeros"(%x0) {} : (tensor<2xi8>) -> tensor<2xi8>
  func.return %0 : tensor<2xi8>
}
