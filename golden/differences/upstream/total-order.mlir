// difference: upstream.total-order
// clause: compare: compare_type = TOTALORDER: NaN is more than any number
// value in StableHLO: the interpreter compares as if compare_type were FLOAT
// portable: stays: the operation is the program's own
// tracker: openxla/stablehlo#2497, open, of a sort by it

func.func @main() {
  %x0 = stablehlo.constant dense<[0x7FC00000, 1.0]> : tensor<2xf32>
  %x1 = stablehlo.constant dense<[1.0, 0x7FC00000]> : tensor<2xf32>
  %result = func.call @program(%x0, %x1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %expected = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xi1>, tensor<2xi1>) -> ()
  return
}

func.func private @program(%x0: tensor<2xf32>, %x1: tensor<2xf32>) -> tensor<2xi1> {
  %0 = "stablehlo.compare"(%x0, %x1) {comparison_direction = #stablehlo<comparison_direction GT>, compare_type = #stablehlo<comparison_type TOTALORDER>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  func.return %0 : tensor<2xi1>
}
