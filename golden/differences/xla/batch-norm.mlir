// difference: xla.batch-norm
// clause: batch_norm_inference: this operation can be expressed as a decomposition to existing StableHLO operations:
//     divide(centered_operand, stddev)
// value in jaxlib: XLA CPU multiplies by rsqrt(variance + epsilon) where the text divides by the square root, and fuses
//     products with sums
// open: whether the roundings of the decomposition are part of it. It "can be expressed" so: read as a definition, each
//     step rounds, and results are known to the bit; read as a formula, any good approximation will do, of which the
//     text gives no bound
// portable: stays: it is arithmetic in general, no gather or scatter

func.func @main() {
  %cst = stablehlo.constant dense<-3.000000e+00> : tensor<1xf32>
  %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<1xf32>
  %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<1xf32>
  %0 = call @program(%cst, %cst_0, %cst_1) : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
  %cst_2 = stablehlo.constant dense<-4.24264097> : tensor<1xf32>
  stablehlo.custom_call @check.expect_close(%0, %cst_2) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<1xf32>, tensor<1xf32>) -> ()
  return
}

func.func private @program(%x: tensor<1xf32>, %one: tensor<1xf32>, %zero: tensor<1xf32>) -> tensor<1xf32> {
  %0 = "stablehlo.batch_norm_inference"(%x, %one, %zero, %zero, %zero) <{epsilon = 5.000000e-01 : f32, feature_index = 0 : i64}> : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}
