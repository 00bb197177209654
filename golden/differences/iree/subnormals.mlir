// difference: iree.subnormals
// clause: add, multiply, sqrt, log, ...: IEEE-754, where subnormal numbers are numbers
// value in iree-base-compiler: IREE computes with subnormal numbers as with zeros, on the CPU
// portable: stays: it is arithmetic in general, no gather or scatter

func.func @main() {
  %cst = stablehlo.constant dense<5.87747175E-39> : tensor<f32>
  %0 = call @program(%cst) : (tensor<f32>) -> tensor<f32>
  %cst_0 = stablehlo.constant dense<7.66646695E-20> : tensor<f32>
  stablehlo.custom_call @check.expect_close(%0, %cst_0) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<f32>, tensor<f32>) -> ()
  return
}

func.func private @program(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.sqrt %x : tensor<f32>
  return %0 : tensor<f32>
}
