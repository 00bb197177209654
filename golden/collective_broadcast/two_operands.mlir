// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/distribution.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// two_operands: each operand on its own
//   collective_broadcast: the source is process_groups[i, 0]
// agree: spec model
// XLA CPU isn't asked: it doesn't know interpreter.run_parallel
// upstream interpreter isn't asked: the bindings don't know this op yet, or not in this form
func.func @main() {
  %operand_0_0_0 = stablehlo.constant dense<[0, 1]> : tensor<2xi32>
  %operand_0_0_1 = stablehlo.constant dense<[[0, 1], [2, 3]]> : tensor<2x2xi32>
  %operand_1_0_0 = stablehlo.constant dense<[10, 11]> : tensor<2xi32>
  %operand_1_0_1 = stablehlo.constant dense<[[100, 101], [102, 103]]> : tensor<2x2xi32>
  %result_0_0_0, %result_0_0_1, %result_1_0_0, %result_1_0_1 = "interpreter.run_parallel"(%operand_0_0_0, %operand_0_0_1, %operand_1_0_0, %operand_1_0_1) {
    programs = [[@collective_broadcast], [@collective_broadcast]]
  } : (tensor<2xi32>, tensor<2x2xi32>, tensor<2xi32>, tensor<2x2xi32>) -> (tensor<2xi32>, tensor<2x2xi32>, tensor<2xi32>, tensor<2x2xi32>)
  %expected_0_0_0 = stablehlo.constant dense<[10, 11]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%result_0_0_0, %expected_0_0_0) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  %expected_0_0_1 = stablehlo.constant dense<[[100, 101], [102, 103]]> : tensor<2x2xi32>
  stablehlo.custom_call @check.expect_eq(%result_0_0_1, %expected_0_0_1) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
  %expected_1_0_0 = stablehlo.constant dense<[10, 11]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%result_1_0_0, %expected_1_0_0) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  %expected_1_0_1 = stablehlo.constant dense<[[100, 101], [102, 103]]> : tensor<2x2xi32>
  stablehlo.custom_call @check.expect_eq(%result_1_0_1, %expected_1_0_1) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
  return
}
func.func private @collective_broadcast(%operand0: tensor<2xi32>, %operand1: tensor<2x2xi32>) -> (tensor<2xi32>, tensor<2x2xi32>) {
  %result:2 = "stablehlo.collective_broadcast"(%operand0, %operand1) {
    replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>
  } : (tensor<2xi32>, tensor<2x2xi32>) -> (tensor<2xi32>, tensor<2x2xi32>)
  return %result#0, %result#1 : tensor<2xi32>, tensor<2x2xi32>
}
