// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/distribution.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// in_order_of_the_group: a computation that isn't commutative: the first of the group comes first
//   all_reduce: schedule: a binary tree whose in-order traversal is operands...@process_group
// agree: spec model
// XLA CPU isn't asked: it doesn't know interpreter.run_parallel
// upstream interpreter isn't asked: more processes than the machine has cores may wait for each other for ever
func.func @main() {
  %operand_0_0 = stablehlo.constant dense<[[0, 1], [2, 3]]> : tensor<2x2xi32>
  %operand_1_0 = stablehlo.constant dense<[[10, 11], [12, 13]]> : tensor<2x2xi32>
  %operand_2_0 = stablehlo.constant dense<[[20, 21], [22, 23]]> : tensor<2x2xi32>
  %operand_3_0 = stablehlo.constant dense<[[30, 31], [32, 33]]> : tensor<2x2xi32>
  %result_0_0, %result_1_0, %result_2_0, %result_3_0 = "interpreter.run_parallel"(%operand_0_0, %operand_1_0, %operand_2_0, %operand_3_0) {
    programs = [[@all_reduce], [@all_reduce], [@all_reduce], [@all_reduce]]
  } : (tensor<2x2xi32>, tensor<2x2xi32>, tensor<2x2xi32>, tensor<2x2xi32>) -> (tensor<2x2xi32>, tensor<2x2xi32>, tensor<2x2xi32>, tensor<2x2xi32>)
  %expected_0_0 = stablehlo.constant dense<[[30, 31], [32, 33]]> : tensor<2x2xi32>
  stablehlo.custom_call @check.expect_eq(%result_0_0, %expected_0_0) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
  %expected_1_0 = stablehlo.constant dense<[[30, 31], [32, 33]]> : tensor<2x2xi32>
  stablehlo.custom_call @check.expect_eq(%result_1_0, %expected_1_0) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
  %expected_2_0 = stablehlo.constant dense<[[30, 31], [32, 33]]> : tensor<2x2xi32>
  stablehlo.custom_call @check.expect_eq(%result_2_0, %expected_2_0) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
  %expected_3_0 = stablehlo.constant dense<[[30, 31], [32, 33]]> : tensor<2x2xi32>
  stablehlo.custom_call @check.expect_eq(%result_3_0, %expected_3_0) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
  return
}
func.func private @all_reduce(%operand0: tensor<2x2xi32>) -> (tensor<2x2xi32>) {
  %result = "stablehlo.all_reduce"(%operand0) ({
    ^bb0(%lhs: tensor<i32>, %rhs: tensor<i32>):
      stablehlo.return %lhs : tensor<i32>
  }) {
    replica_groups = dense<[[3, 0, 2, 1]]> : tensor<1x4xi64>
  } : (tensor<2x2xi32>) -> tensor<2x2xi32>
  return %result : tensor<2x2xi32>
}
