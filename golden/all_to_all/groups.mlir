// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/distribution.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// groups: two groups, each in its order
//   all_to_all: scattered_parts...@receiver = [split_parts...@sender[receiver_index] for sender in process_group]
// agree: spec model
// XLA CPU isn't asked: it doesn't know interpreter.run_parallel
// upstream interpreter isn't asked: more processes than the machine has cores may wait for each other for ever
func.func @main() {
  %operand_0_0 = stablehlo.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi32>
  %operand_1_0 = stablehlo.constant dense<[[10, 11, 12, 13], [14, 15, 16, 17]]> : tensor<2x4xi32>
  %operand_2_0 = stablehlo.constant dense<[[20, 21, 22, 23], [24, 25, 26, 27]]> : tensor<2x4xi32>
  %operand_3_0 = stablehlo.constant dense<[[30, 31, 32, 33], [34, 35, 36, 37]]> : tensor<2x4xi32>
  %result_0_0, %result_1_0, %result_2_0, %result_3_0 = "interpreter.run_parallel"(%operand_0_0, %operand_1_0, %operand_2_0, %operand_3_0) {
    programs = [[@all_to_all], [@all_to_all], [@all_to_all], [@all_to_all]]
  } : (tensor<2x4xi32>, tensor<2x4xi32>, tensor<2x4xi32>, tensor<2x4xi32>) -> (tensor<4x2xi32>, tensor<4x2xi32>, tensor<4x2xi32>, tensor<4x2xi32>)
  %expected_0_0 = stablehlo.constant dense<[[32, 33], [36, 37], [2, 3], [6, 7]]> : tensor<4x2xi32>
  stablehlo.custom_call @check.expect_eq(%result_0_0, %expected_0_0) {has_side_effect = true} : (tensor<4x2xi32>, tensor<4x2xi32>) -> ()
  %expected_1_0 = stablehlo.constant dense<[[10, 11], [14, 15], [20, 21], [24, 25]]> : tensor<4x2xi32>
  stablehlo.custom_call @check.expect_eq(%result_1_0, %expected_1_0) {has_side_effect = true} : (tensor<4x2xi32>, tensor<4x2xi32>) -> ()
  %expected_2_0 = stablehlo.constant dense<[[12, 13], [16, 17], [22, 23], [26, 27]]> : tensor<4x2xi32>
  stablehlo.custom_call @check.expect_eq(%result_2_0, %expected_2_0) {has_side_effect = true} : (tensor<4x2xi32>, tensor<4x2xi32>) -> ()
  %expected_3_0 = stablehlo.constant dense<[[30, 31], [34, 35], [0, 1], [4, 5]]> : tensor<4x2xi32>
  stablehlo.custom_call @check.expect_eq(%result_3_0, %expected_3_0) {has_side_effect = true} : (tensor<4x2xi32>, tensor<4x2xi32>) -> ()
  return
}
func.func private @all_to_all(%operand0: tensor<2x4xi32>) -> (tensor<4x2xi32>) {
  %result = "stablehlo.all_to_all"(%operand0) {
    split_dimension = 1 : i64,
    concat_dimension = 0 : i64,
    split_count = 2 : i64,
    replica_groups = dense<[[3, 0], [1, 2]]> : tensor<2x2xi64>
  } : (tensor<2x4xi32>) -> tensor<4x2xi32>
  return %result : tensor<4x2xi32>
}
