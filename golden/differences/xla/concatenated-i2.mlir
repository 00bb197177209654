// difference: xla.concatenated-i2
// clause: concatenate I1: inputs are tensors, also of 2 bits
// crash in jaxlib: XLA CPU has no code that writes elements of 2 bits one behind the other
// portable: stays: the operation is the program's own

func.func @main() {
  %x0 = stablehlo.constant dense<[1]> : tensor<1xi2>
  %x1 = stablehlo.constant dense<[-2]> : tensor<1xi2>
  %result = func.call @program(%x0, %x1) : (tensor<1xi2>, tensor<1xi2>) -> tensor<2xi2>
  %expected = stablehlo.constant dense<[1, -2]> : tensor<2xi2>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xi2>, tensor<2xi2>) -> ()
  return
}

func.func private @program(%x0: tensor<1xi2>, %x1: tensor<1xi2>) -> tensor<2xi2> {
  %0 = "stablehlo.concatenate"(%x0, %x1) {dimension = 0 : i64} : (tensor<1xi2>, tensor<1xi2>) -> tensor<2xi2>
  func.return %0 : tensor<2xi2>
}
