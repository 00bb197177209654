// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/distribution.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// two_operands: each operand on its own
//   all_gather: results...@process = concatenate(operands...@process, all_gather_dim)
// agree: spec model, upstream interpreter
// XLA CPU isn't asked: it doesn't know interpreter.run_parallel
func.func @main() {
  %operand_0_0_0 = stablehlo.constant dense<[[0, 1], [2, 3]]> : tensor<2x2xi32>
  %operand_0_0_1 = stablehlo.constant dense<[[0.0, 1.0, 2.0]]> : tensor<1x3xf32>
  %operand_1_0_0 = stablehlo.constant dense<[[10, 11], [12, 13]]> : tensor<2x2xi32>
  %operand_1_0_1 = stablehlo.constant dense<[[10.0, 11.0, 12.0]]> : tensor<1x3xf32>
  %result_0_0_0, %result_0_0_1, %result_1_0_0, %result_1_0_1 = "interpreter.run_parallel"(%operand_0_0_0, %operand_0_0_1, %operand_1_0_0, %operand_1_0_1) {
    programs = [[@all_gather], [@all_gather]]
  } : (tensor<2x2xi32>, tensor<1x3xf32>, tensor<2x2xi32>, tensor<1x3xf32>) -> (tensor<4x2xi32>, tensor<2x3xf32>, tensor<4x2xi32>, tensor<2x3xf32>)
  %expected_0_0_0 = stablehlo.constant dense<[[0, 1], [2, 3], [10, 11], [12, 13]]> : tensor<4x2xi32>
  stablehlo.custom_call @check.expect_eq(%result_0_0_0, %expected_0_0_0) {has_side_effect = true} : (tensor<4x2xi32>, tensor<4x2xi32>) -> ()
  %expected_0_0_1 = stablehlo.constant dense<[[0.0, 1.0, 2.0], [10.0, 11.0, 12.0]]> : tensor<2x3xf32>
  stablehlo.custom_call @check.expect_eq(%result_0_0_1, %expected_0_0_1) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  %expected_1_0_0 = stablehlo.constant dense<[[0, 1], [2, 3], [10, 11], [12, 13]]> : tensor<4x2xi32>
  stablehlo.custom_call @check.expect_eq(%result_1_0_0, %expected_1_0_0) {has_side_effect = true} : (tensor<4x2xi32>, tensor<4x2xi32>) -> ()
  %expected_1_0_1 = stablehlo.constant dense<[[0.0, 1.0, 2.0], [10.0, 11.0, 12.0]]> : tensor<2x3xf32>
  stablehlo.custom_call @check.expect_eq(%result_1_0_1, %expected_1_0_1) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  return
}
func.func private @all_gather(%operand0: tensor<2x2xi32>, %operand1: tensor<1x3xf32>) -> (tensor<4x2xi32>, tensor<2x3xf32>) {
  %result:2 = "stablehlo.all_gather"(%operand0, %operand1) {
    all_gather_dim = 0 : i64,
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>
  } : (tensor<2x2xi32>, tensor<1x3xf32>) -> (tensor<4x2xi32>, tensor<2x3xf32>)
  return %result#0, %result#1 : tensor<4x2xi32>, tensor<2x3xf32>
}
