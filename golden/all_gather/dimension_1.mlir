// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/distribution.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// dimension_1: along the last dimension
//   all_gather: results...@process = concatenate(operands...@process, all_gather_dim)
// agree: spec model, upstream interpreter
// XLA CPU isn't asked: it doesn't know interpreter.run_parallel
func.func @main() {
  %operand_0_0 = stablehlo.constant dense<[[0, 1], [2, 3]]> : tensor<2x2xi32>
  %operand_1_0 = stablehlo.constant dense<[[10, 11], [12, 13]]> : tensor<2x2xi32>
  %result_0_0, %result_1_0 = "interpreter.run_parallel"(%operand_0_0, %operand_1_0) {
    programs = [[@all_gather], [@all_gather]]
  } : (tensor<2x2xi32>, tensor<2x2xi32>) -> (tensor<2x4xi32>, tensor<2x4xi32>)
  %expected_0_0 = stablehlo.constant dense<[[0, 1, 10, 11], [2, 3, 12, 13]]> : tensor<2x4xi32>
  stablehlo.custom_call @check.expect_eq(%result_0_0, %expected_0_0) {has_side_effect = true} : (tensor<2x4xi32>, tensor<2x4xi32>) -> ()
  %expected_1_0 = stablehlo.constant dense<[[0, 1, 10, 11], [2, 3, 12, 13]]> : tensor<2x4xi32>
  stablehlo.custom_call @check.expect_eq(%result_1_0, %expected_1_0) {has_side_effect = true} : (tensor<2x4xi32>, tensor<2x4xi32>) -> ()
  return
}
func.func private @all_gather(%operand0: tensor<2x2xi32>) -> (tensor<2x4xi32>) {
  %result = "stablehlo.all_gather"(%operand0) {
    all_gather_dim = 1 : i64,
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>
  } : (tensor<2x2xi32>) -> tensor<2x4xi32>
  return %result : tensor<2x4xi32>
}
