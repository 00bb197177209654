// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/distribution.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// both_ways: two pairs of one channel: each gets what the other sent
//   send: Sends inputs to a channel channel_id.
// agree: spec model
// XLA CPU isn't asked: it doesn't know interpreter.run_parallel
// upstream interpreter isn't asked: the bindings don't know this op yet, or not in this form
func.func @main() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %y = stablehlo.constant dense<[[10, 11], [12, 13]]> : tensor<2x2xi32>
  %token = stablehlo.after_all : !stablehlo.token
  %from_1, %done_0, %from_0, %done_1 = "interpreter.run_parallel"(%x, %token, %y, %token) {
    programs = [[@exchange, @exchange]]
  } : (tensor<2x2xi32>, !stablehlo.token, tensor<2x2xi32>, !stablehlo.token)
      -> (tensor<2x2xi32>, !stablehlo.token, tensor<2x2xi32>, !stablehlo.token)
  %from_1_expected = stablehlo.constant dense<[[10, 11], [12, 13]]> : tensor<2x2xi32>
  stablehlo.custom_call @check.expect_eq(%from_1, %from_1_expected) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
  %from_0_expected = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  stablehlo.custom_call @check.expect_eq(%from_0, %from_0_expected) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
  return
}
func.func private @exchange(%x: tensor<2x2xi32>, %token: !stablehlo.token)
    -> (tensor<2x2xi32>, !stablehlo.token) {
  %sent = "stablehlo.send"(%x, %token) {
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
        is_host_transfer = false,
        source_target_pairs = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>
  } : (tensor<2x2xi32>, !stablehlo.token) -> !stablehlo.token
  %received, %done = "stablehlo.recv"(%sent) {
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
        is_host_transfer = false,
        source_target_pairs = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>
  } : (!stablehlo.token) -> (tensor<2x2xi32>, !stablehlo.token)
  return %received, %done : tensor<2x2xi32>, !stablehlo.token
}
