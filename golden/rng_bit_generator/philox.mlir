// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/control_flow.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// philox: PHILOX: the same state, the same bits
//   rng_bit_generator: The output is guaranteed to be deterministic function of initial_state.
// agree: spec model, XLA CPU
// upstream interpreter differs: upstream.missing-operations: the interpreter has no code for async_start,
//     batch_norm_grad, batch_norm_inference, batch_norm_training, cholesky, rng, rng_bit_generator
func.func @main() {
  %initial_state = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %output_state, %output = "stablehlo.rng_bit_generator"(%initial_state) {
    rng_algorithm = #stablehlo<rng_algorithm PHILOX>
  } : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui32>)
  %output_state_again, %output_again = "stablehlo.rng_bit_generator"(%initial_state) {
    rng_algorithm = #stablehlo<rng_algorithm PHILOX>
  } : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui32>)
  %same_output = stablehlo.compare EQ, %output, %output_again, UNSIGNED
    : (tensor<2x3xui32>, tensor<2x3xui32>) -> tensor<2x3xi1>
  %same_state = stablehlo.compare EQ, %output_state, %output_state_again, UNSIGNED
    : (tensor<2xui64>, tensor<2xui64>) -> tensor<2xi1>
  %same_output_expected = stablehlo.constant dense<true> : tensor<2x3xi1>
  stablehlo.custom_call @check.expect_eq(%same_output, %same_output_expected) {has_side_effect = true} : (tensor<2x3xi1>, tensor<2x3xi1>) -> ()
  %same_state_expected = stablehlo.constant dense<true> : tensor<2xi1>
  stablehlo.custom_call @check.expect_eq(%same_state, %same_state_expected) {has_side_effect = true} : (tensor<2xi1>, tensor<2xi1>) -> ()
  return
}
