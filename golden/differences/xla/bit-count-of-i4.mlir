// difference: xla.bit-count-of-i4
// clause: popcnt: the number of bits set
// value in jaxlib: XLA CPU counts the bits of a byte, which copies of the sign fill
// portable: stays: the operation is the program's own

func.func @main() {
  %c = stablehlo.constant dense<-1> : tensor<i4>
  %0 = call @program(%c) : (tensor<i4>) -> tensor<i4>
  %c_0 = stablehlo.constant dense<4> : tensor<i4>
  stablehlo.custom_call @check.expect_eq(%0, %c_0) {has_side_effect = true} : (tensor<i4>, tensor<i4>) -> ()
  return
}

func.func private @program(%x: tensor<i4>) -> tensor<i4> {
  %0 = stablehlo.popcnt %x : tensor<i4>
  return %0 : tensor<i4>
}
