// difference: xla.nan-without-mantissa-bits
// clause: reduce_precision: Then, if mantissa_bits are smaller than the number of mantissa bits of the original value,
//     the mantissa bits are truncated to mantissa_bits
// value in jaxlib: XLA CPU leaves NaN as it is where it compiles it, and makes it an infinity where it folds constants
// portable: stays: it is no gather or scatter

func.func @main() {
  %x = stablehlo.constant dense<[0x7FC00000, 1.75]> : tensor<2xf32>
  %result = func.call @program(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %expected = stablehlo.constant dense<[0x7F800000, 2.0]> : tensor<2xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}

func.func private @program(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.reduce_precision %x, format = e8m0 : tensor<2xf32>
  func.return %0 : tensor<2xf32>
}
