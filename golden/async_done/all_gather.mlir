// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/distribution.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// all_gather: what is started is done when it is waited for
//   async_done: Waits for an asynchronous operation to complete and returns its value.
// agree: spec model
// upstream interpreter differs: upstream.missing-operations: the interpreter has no code for async_start,
//     batch_norm_grad, batch_norm_inference, batch_norm_training, cholesky, rng, rng_bit_generator
// XLA CPU isn't asked: it doesn't know interpreter.run_parallel
func.func @main() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %result = "interpreter.run_parallel"(%x) {
    programs = [[@main_of_process]]
  } : (tensor<2xi32>) -> tensor<2xi32>
  %expected = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}
func.func private @main_of_process(%x: tensor<2xi32>) -> tensor<2xi32> {
  %future = "stablehlo.async_start"(%x) ({
  ^bb0(%operand: tensor<2xi32>):
    %0 = "stablehlo.all_gather"(%operand) {
      all_gather_dim = 0 : i64,
      replica_groups = dense<[[0]]> : tensor<1x1xi64>
    } : (tensor<2xi32>) -> tensor<2xi32>
    stablehlo.return %0 : tensor<2xi32>
  }) : (tensor<2xi32>) -> !stablehlo.future<tensor<2xi32>>
  %result = "stablehlo.async_done"(%future) : (!stablehlo.future<tensor<2xi32>>) -> tensor<2xi32>
  return %result : tensor<2xi32>
}
