// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/distribution.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// order_of_replicas_and_partitions: in a group, all replicas of a partition come before the next partition
//   all_gather: cross_replica_and_partition(replica_groups) if channel_id > 0 and use_global_device_ids = false
// agree: spec model
// XLA CPU isn't asked: it doesn't know interpreter.run_parallel
// upstream interpreter isn't asked: more processes than the machine has cores may wait for each other for ever
func.func @main() {
  %operand_0_0 = stablehlo.constant dense<[[0, 1], [2, 3]]> : tensor<2x2xi32>
  %operand_0_1 = stablehlo.constant dense<[[100, 101], [102, 103]]> : tensor<2x2xi32>
  %operand_1_0 = stablehlo.constant dense<[[10, 11], [12, 13]]> : tensor<2x2xi32>
  %operand_1_1 = stablehlo.constant dense<[[110, 111], [112, 113]]> : tensor<2x2xi32>
  %result_0_0, %result_0_1, %result_1_0, %result_1_1 = "interpreter.run_parallel"(%operand_0_0, %operand_0_1, %operand_1_0, %operand_1_1) {
    programs = [[@all_gather, @all_gather], [@all_gather, @all_gather]]
  } : (tensor<2x2xi32>, tensor<2x2xi32>, tensor<2x2xi32>, tensor<2x2xi32>) -> (tensor<8x2xi32>, tensor<8x2xi32>, tensor<8x2xi32>, tensor<8x2xi32>)
  %expected_0_0 = stablehlo.constant dense<[[10, 11], [12, 13], [0, 1], [2, 3], [110, 111], [112, 113], [100, 101], [102, 103]]> : tensor<8x2xi32>
  stablehlo.custom_call @check.expect_eq(%result_0_0, %expected_0_0) {has_side_effect = true} : (tensor<8x2xi32>, tensor<8x2xi32>) -> ()
  %expected_0_1 = stablehlo.constant dense<[[10, 11], [12, 13], [0, 1], [2, 3], [110, 111], [112, 113], [100, 101], [102, 103]]> : tensor<8x2xi32>
  stablehlo.custom_call @check.expect_eq(%result_0_1, %expected_0_1) {has_side_effect = true} : (tensor<8x2xi32>, tensor<8x2xi32>) -> ()
  %expected_1_0 = stablehlo.constant dense<[[10, 11], [12, 13], [0, 1], [2, 3], [110, 111], [112, 113], [100, 101], [102, 103]]> : tensor<8x2xi32>
  stablehlo.custom_call @check.expect_eq(%result_1_0, %expected_1_0) {has_side_effect = true} : (tensor<8x2xi32>, tensor<8x2xi32>) -> ()
  %expected_1_1 = stablehlo.constant dense<[[10, 11], [12, 13], [0, 1], [2, 3], [110, 111], [112, 113], [100, 101], [102, 103]]> : tensor<8x2xi32>
  stablehlo.custom_call @check.expect_eq(%result_1_1, %expected_1_1) {has_side_effect = true} : (tensor<8x2xi32>, tensor<8x2xi32>) -> ()
  return
}
func.func private @all_gather(%operand0: tensor<2x2xi32>) -> (tensor<8x2xi32>) {
  %result = "stablehlo.all_gather"(%operand0) {
    all_gather_dim = 0 : i64,
    replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>
  } : (tensor<2x2xi32>) -> tensor<8x2xi32>
  return %result : tensor<8x2xi32>
}
