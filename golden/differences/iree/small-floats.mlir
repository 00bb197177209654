// difference: iree.small-floats
// clause: types: f8E3M4, f8E4M3 and f4E2M1FN are floating-point types
// refused in iree-base-compiler: IREE has elements of f8E5M2, f8E4M3FN and their FNUZ forms alone, and converts from
//     f64 to none of them
// portable: stays: the operation is the program's own

func.func @main() {
  %cst = stablehlo.constant dense<1.000000e+00> : tensor<2xf8E3M4>
  %0 = call @program(%cst) : (tensor<2xf8E3M4>) -> tensor<2xf8E3M4>
  %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<2xf8E3M4>
  stablehlo.custom_call @check.expect_close(%0, %cst_0) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<2xf8E3M4>, tensor<2xf8E3M4>) -> ()
  return
}

func.func private @program(%x: tensor<2xf8E3M4>) -> tensor<2xf8E3M4> {
  %0 = stablehlo.add %x, %x : tensor<2xf8E3M4>
  return %0 : tensor<2xf8E3M4>
}
