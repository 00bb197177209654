// difference: xla.constant-bit-count
// clause: popcnt: the number of bits set
// value in jaxlib: XLA counts the bits of constants of 4 bits in more than 4, which copies of the sign fill
// portable: stays: the operation is the program's own

func.func @main() {
  %result = func.call @program() : () -> tensor<2xi4>
  %expected = stablehlo.constant dense<[1, 1]> : tensor<2xi4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xi4>, tensor<2xi4>) -> ()
  return
}

func.func private @program() -> tensor<2xi4> {
  %x0 = stablehlo.constant dense<[-8, 1]> : tensor<2xi4>
  %0 = "stablehlo.popcnt"(%x0) {} : (tensor<2xi4>) -> tensor<2xi4>
  func.return %0 : tensor<2xi4>
}
