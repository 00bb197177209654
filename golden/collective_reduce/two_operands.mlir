// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/distribution.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// two_operands: each operand on its own, zeros on who is in no group
//   collective_reduce: results are saved only on the source process
// agree: spec model
// XLA CPU isn't asked: it doesn't know interpreter.run_parallel
// upstream interpreter isn't asked: the bindings don't know this op yet, or not in this form
func.func @main() {
  %operand_0_0_0 = stablehlo.constant dense<[0, 1]> : tensor<2xi32>
  %operand_0_0_1 = stablehlo.constant dense<[[0, 1], [2, 3]]> : tensor<2x2xi32>
  %operand_1_0_0 = stablehlo.constant dense<[10, 11]> : tensor<2xi32>
  %operand_1_0_1 = stablehlo.constant dense<[[100, 101], [102, 103]]> : tensor<2x2xi32>
  %operand_2_0_0 = stablehlo.constant dense<[20, 21]> : tensor<2xi32>
  %operand_2_0_1 = stablehlo.constant dense<[[200, 201], [202, 203]]> : tensor<2x2xi32>
  %operand_3_0_0 = stablehlo.constant dense<[30, 31]> : tensor<2xi32>
  %operand_3_0_1 = stablehlo.constant dense<[[300, 301], [302, 303]]> : tensor<2x2xi32>
  %result_0_0_0, %result_0_0_1, %result_1_0_0, %result_1_0_1, %result_2_0_0, %result_2_0_1, %result_3_0_0, %result_3_0_1 = "interpreter.run_parallel"(%operand_0_0_0, %operand_0_0_1, %operand_1_0_0, %operand_1_0_1, %operand_2_0_0, %operand_2_0_1, %operand_3_0_0, %operand_3_0_1) {
    programs = [[@collective_reduce], [@collective_reduce], [@collective_reduce], [@collective_reduce]]
  } : (tensor<2xi32>, tensor<2x2xi32>, tensor<2xi32>, tensor<2x2xi32>, tensor<2xi32>, tensor<2x2xi32>, tensor<2xi32>, tensor<2x2xi32>) -> (tensor<2xi32>, tensor<2x2xi32>, tensor<2xi32>, tensor<2x2xi32>, tensor<2xi32>, tensor<2x2xi32>, tensor<2xi32>, tensor<2x2xi32>)
  %expected_0_0_0 = stablehlo.constant dense<0> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%result_0_0_0, %expected_0_0_0) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  %expected_0_0_1 = stablehlo.constant dense<0> : tensor<2x2xi32>
  stablehlo.custom_call @check.expect_eq(%result_0_0_1, %expected_0_0_1) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
  %expected_1_0_0 = stablehlo.constant dense<0> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%result_1_0_0, %expected_1_0_0) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  %expected_1_0_1 = stablehlo.constant dense<0> : tensor<2x2xi32>
  stablehlo.custom_call @check.expect_eq(%result_1_0_1, %expected_1_0_1) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
  %expected_2_0_0 = stablehlo.constant dense<0> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%result_2_0_0, %expected_2_0_0) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  %expected_2_0_1 = stablehlo.constant dense<0> : tensor<2x2xi32>
  stablehlo.custom_call @check.expect_eq(%result_2_0_1, %expected_2_0_1) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
  %expected_3_0_0 = stablehlo.constant dense<[40, 43]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%result_3_0_0, %expected_3_0_0) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  %expected_3_0_1 = stablehlo.constant dense<[[400, 403], [406, 409]]> : tensor<2x2xi32>
  stablehlo.custom_call @check.expect_eq(%result_3_0_1, %expected_3_0_1) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
  return
}
func.func private @collective_reduce(%operand0: tensor<2xi32>, %operand1: tensor<2x2xi32>) -> (tensor<2xi32>, tensor<2x2xi32>) {
  %result:2 = "stablehlo.collective_reduce"(%operand0, %operand1) ({
    ^bb0(%lhs: tensor<i32>, %rhs: tensor<i32>):
      %0 = stablehlo.add %lhs, %rhs : tensor<i32>
      stablehlo.return %0 : tensor<i32>
  }) {
    replica_groups = dense<[[3, 1, 0]]> : tensor<1x3xi64>
  } : (tensor<2xi32>, tensor<2x2xi32>) -> (tensor<2xi32>, tensor<2x2xi32>)
  return %result#0, %result#1 : tensor<2xi32>, tensor<2x2xi32>
}
