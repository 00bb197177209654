// difference: xla.sort-of-nan
// clause: sort: If is_stable is true, then relative order of elements considered to be equal by the comparator is
//     preserved
// value in jaxlib since 0.12: XLA CPU puts NaN behind all numbers where it knows the comparator for LT
// open: with NaN, LT is no order: NaN is equal to each number, which aren't equal to each other. Two elements that the
//     comparator takes for equal stay as they are in a stable sort, which the text says plainly; of more, it says only
//     that the slice is in non-descending order, which then may have no meaning
// portable: stays: the operation is the program's own

func.func @main() {
  %cst = stablehlo.constant dense<[0x7FC00000, 0.000000e+00]> : tensor<2xf32>
  %0 = call @program(%cst) : (tensor<2xf32>) -> tensor<2xf32>
  %cst_0 = stablehlo.constant dense<[0x7FC00000, 0.000000e+00]> : tensor<2xf32>
  stablehlo.custom_call @check.expect_close(%0, %cst_0) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<2xf32>, tensor<2xf32>) -> ()
  %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<2xf32>
  %1 = stablehlo.divide %cst_1, %0 : tensor<2xf32>
  %2 = stablehlo.divide %cst_1, %cst_0 : tensor<2xf32>
  stablehlo.custom_call @check.expect_close(%1, %2) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}

func.func private @program(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = stablehlo.compare LT, %arg1, %arg2 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
