// difference: upstream.rounding-of-f8E3M4
// clause: ceil, floor, round_nearest_afz, round_nearest_even: roundToIntegral of IEEE-754
// value in StableHLO: the interpreter gives NaN: it rounds by way of 16, which is more than f8E3M4 has
// portable: stays: the operation is the program's own

func.func @main() {
  %x0 = stablehlo.constant dense<[1.5, 3.0]> : tensor<2xf8E3M4>
  %result = func.call @program(%x0) : (tensor<2xf8E3M4>) -> tensor<2xf8E3M4>
  %expected = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf8E3M4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xf8E3M4>, tensor<2xf8E3M4>) -> ()
  return
}

func.func private @program(%x0: tensor<2xf8E3M4>) -> tensor<2xf8E3M4> {
  %0 = "stablehlo.round_nearest_even"(%x0) {} : (tensor<2xf8E3M4>) -> tensor<2xf8E3M4>
  func.return %0 : tensor<2xf8E3M4>
}
