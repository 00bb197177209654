// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/distribution.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// three_processes: an odd number of processes
//   all_reduce: results...@process[result_index] = exec(schedule): computation of the group's operands
// agree: spec model
// XLA CPU isn't asked: it doesn't know interpreter.run_parallel
// upstream interpreter isn't asked: more processes than the machine has cores may wait for each other for ever
func.func @main() {
  %operand_0_0 = stablehlo.constant dense<[[0, 1], [2, 3]]> : tensor<2x2xi32>
  %operand_1_0 = stablehlo.constant dense<[[10, 11], [12, 13]]> : tensor<2x2xi32>
  %operand_2_0 = stablehlo.constant dense<[[20, 21], [22, 23]]> : tensor<2x2xi32>
  %result_0_0, %result_1_0, %result_2_0 = "interpreter.run_parallel"(%operand_0_0, %operand_1_0, %operand_2_0) {
    programs = [[@all_reduce], [@all_reduce], [@all_reduce]]
  } : (tensor<2x2xi32>, tensor<2x2xi32>, tensor<2x2xi32>) -> (tensor<2x2xi32>, tensor<2x2xi32>, tensor<2x2xi32>)
  %expected_0_0 = stablehlo.constant dense<[[30, 33], [36, 39]]> : tensor<2x2xi32>
  stablehlo.custom_call @check.expect_eq(%result_0_0, %expected_0_0) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
  %expected_1_0 = stablehlo.constant dense<[[30, 33], [36, 39]]> : tensor<2x2xi32>
  stablehlo.custom_call @check.expect_eq(%result_1_0, %expected_1_0) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
  %expected_2_0 = stablehlo.constant dense<[[30, 33], [36, 39]]> : tensor<2x2xi32>
  stablehlo.custom_call @check.expect_eq(%result_2_0, %expected_2_0) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
  return
}
func.func private @all_reduce(%operand0: tensor<2x2xi32>) -> (tensor<2x2xi32>) {
  %result = "stablehlo.all_reduce"(%operand0) ({
    ^bb0(%lhs: tensor<i32>, %rhs: tensor<i32>):
      %0 = stablehlo.add %lhs, %rhs : tensor<i32>
      stablehlo.return %0 : tensor<i32>
  }) {
    replica_groups = dense<[[2, 0, 1]]> : tensor<1x3xi64>
  } : (tensor<2x2xi32>) -> tensor<2x2xi32>
  return %result : tensor<2x2xi32>
}
