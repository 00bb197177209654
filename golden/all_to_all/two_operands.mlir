// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/distribution.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// two_operands: each operand on its own
//   all_to_all: scattered_parts...@receiver = [split_parts...@sender[receiver_index] for sender in process_group]
// agree: spec model, upstream interpreter
// XLA CPU isn't asked: it doesn't know interpreter.run_parallel
func.func @main() {
  %operand_0_0_0 = stablehlo.constant dense<[0, 1]> : tensor<2xi32>
  %operand_0_0_1 = stablehlo.constant dense<[[0, 1], [2, 3]]> : tensor<2x2xi32>
  %operand_1_0_0 = stablehlo.constant dense<[10, 11]> : tensor<2xi32>
  %operand_1_0_1 = stablehlo.constant dense<[[100, 101], [102, 103]]> : tensor<2x2xi32>
  %result_0_0_0, %result_0_0_1, %result_1_0_0, %result_1_0_1 = "interpreter.run_parallel"(%operand_0_0_0, %operand_0_0_1, %operand_1_0_0, %operand_1_0_1) {
    programs = [[@all_to_all], [@all_to_all]]
  } : (tensor<2xi32>, tensor<2x2xi32>, tensor<2xi32>, tensor<2x2xi32>) -> (tensor<2xi32>, tensor<2x2xi32>, tensor<2xi32>, tensor<2x2xi32>)
  %expected_0_0_0 = stablehlo.constant dense<[0, 10]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%result_0_0_0, %expected_0_0_0) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  %expected_0_0_1 = stablehlo.constant dense<[[0, 1], [100, 101]]> : tensor<2x2xi32>
  stablehlo.custom_call @check.expect_eq(%result_0_0_1, %expected_0_0_1) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
  %expected_1_0_0 = stablehlo.constant dense<[1, 11]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%result_1_0_0, %expected_1_0_0) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  %expected_1_0_1 = stablehlo.constant dense<[[2, 3], [102, 103]]> : tensor<2x2xi32>
  stablehlo.custom_call @check.expect_eq(%result_1_0_1, %expected_1_0_1) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
  return
}
func.func private @all_to_all(%operand0: tensor<2xi32>, %operand1: tensor<2x2xi32>) -> (tensor<2xi32>, tensor<2x2xi32>) {
  %result:2 = "stablehlo.all_to_all"(%operand0, %operand1) {
    split_dimension = 0 : i64,
    concat_dimension = 0 : i64,
    split_count = 2 : i64,
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>
  } : (tensor<2xi32>, tensor<2x2xi32>) -> (tensor<2xi32>, tensor<2x2xi32>)
  return %result#0, %result#1 : tensor<2xi32>, tensor<2x2xi32>
}
