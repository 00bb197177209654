// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/distribution.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// between_partitions: what partition 0 sends, partition 1 receives
//   send: Sends inputs to a channel channel_id.
// agree: spec model, upstream interpreter
// XLA CPU isn't asked: it doesn't know interpreter.run_parallel
func.func @main() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %token = stablehlo.after_all : !stablehlo.token
  %sent, %result, %received = "interpreter.run_parallel"(%x, %token, %token) {
    programs = [[@send, @recv]]
  } : (tensor<2x2xi32>, !stablehlo.token, !stablehlo.token)
      -> (!stablehlo.token, tensor<2x2xi32>, !stablehlo.token)
  %expected = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
  return
}
func.func private @send(%x: tensor<2x2xi32>, %token: !stablehlo.token) -> !stablehlo.token {
  %sent = "stablehlo.send"(%x, %token) {
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
    is_host_transfer = false,
    source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>
  } : (tensor<2x2xi32>, !stablehlo.token) -> !stablehlo.token
  return %sent : !stablehlo.token
}
func.func private @recv(%token: !stablehlo.token) -> (tensor<2x2xi32>, !stablehlo.token) {
  %received, %done = "stablehlo.recv"(%token) {
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
    is_host_transfer = false,
    source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>
  } : (!stablehlo.token) -> (tensor<2x2xi32>, !stablehlo.token)
  return %received, %done : tensor<2x2xi32>, !stablehlo.token
}
