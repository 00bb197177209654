// difference: upstream.missing-operations
// clause: cholesky, batch_norm_*, rng, ...: operations of the specification
// crash in StableHLO: the interpreter has no code for async_start, batch_norm_grad, batch_norm_inference,
//     batch_norm_training, cholesky, rng, rng_bit_generator
// portable: stays: the operation is the program's own

func.func @main() {
  %x0 = stablehlo.constant dense<[[4.0]]> : tensor<1x1xf32>
  %result = func.call @program(%x0) : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %expected = stablehlo.constant dense<[[2.0]]> : tensor<1x1xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1x1xf32>, tensor<1x1xf32>) -> ()
  return
}

func.func private @program(%x0: tensor<1x1xf32>) -> tensor<1x1xf32> {
  %0 = "stablehlo.cholesky"(%x0) {lower = true} : (tensor<1x1xf32>) -> tensor<1x1xf32>
  func.return %0 : tensor<1x1xf32>
}
