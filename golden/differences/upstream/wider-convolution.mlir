// difference: upstream.wider-convolution
// clause: convolution: element_type(result) may be wider than element_type(lhs)
// value in StableHLO before 1.18.0: the interpreter multiplies and adds in the operands' type, where sums of i8
//     wrap
// portable: stays: the operation is the program's own

func.func @main() {
  %x0 = stablehlo.constant dense<[[100]]> : tensor<1x1xi8>
  %x1 = stablehlo.constant dense<[[100]]> : tensor<1x1xi8>
  %result = func.call @program(%x0, %x1) : (tensor<1x1xi8>, tensor<1x1xi8>) -> tensor<1x1xi32>
  %expected = stablehlo.constant dense<[[10000]]> : tensor<1x1xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1x1xi32>, tensor<1x1xi32>) -> ()
  return
}

func.func private @program(%x0: tensor<1x1xi8>, %x1: tensor<1x1xi8>) -> tensor<1x1xi32> {
  %0 = "stablehlo.convolution"(%x0, %x1) {dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x1xi8>, tensor<1x1xi8>) -> tensor<1x1xi32>
  func.return %0 : tensor<1x1xi32>
}
