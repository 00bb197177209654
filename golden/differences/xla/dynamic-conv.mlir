// difference: xla.dynamic-conv
// clause: dynamic_conv: padding is an operand
// refused in jaxlib: XLA has no dynamic_conv
// portable: stays: the operation is the program's own

func.func @main() {
  %x0 = stablehlo.constant dense<[[2.0]]> : tensor<1x1xf32>
  %x1 = stablehlo.constant dense<[[3.0]]> : tensor<1x1xf32>
  %x2 = stablehlo.constant dense<> : tensor<0x2xi64>
  %result = func.call @program(%x0, %x1, %x2) : (tensor<1x1xf32>, tensor<1x1xf32>, tensor<0x2xi64>) -> tensor<1x1xf32>
  %expected = stablehlo.constant dense<[[6.0]]> : tensor<1x1xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1x1xf32>, tensor<1x1xf32>) -> ()
  return
}

func.func private @program(%x0: tensor<1x1xf32>, %x1: tensor<1x1xf32>, %x2: tensor<0x2xi64>) -> tensor<1x1xf32> {
  %0 = "stablehlo.dynamic_conv"(%x0, %x1, %x2) {dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x1xf32>, tensor<1x1xf32>, tensor<0x2xi64>) -> tensor<1x1xf32>
  func.return %0 : tensor<1x1xf32>
}
