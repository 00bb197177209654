// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/distribution.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// three_dimensions: split along the first, concatenated along the last
//   all_to_all: scattered_parts...@receiver = [split_parts...@sender[receiver_index] for sender in process_group]
// agree: spec model, upstream interpreter
// XLA CPU isn't asked: it doesn't know interpreter.run_parallel
func.func @main() {
  %operand_0_0 = stablehlo.constant dense<[[[0, 1], [2, 3], [4, 5]], [[6, 7], [8, 9], [10, 11]]]> : tensor<2x3x2xi32>
  %operand_1_0 = stablehlo.constant dense<[[[10, 11], [12, 13], [14, 15]], [[16, 17], [18, 19], [20, 21]]]> : tensor<2x3x2xi32>
  %result_0_0, %result_1_0 = "interpreter.run_parallel"(%operand_0_0, %operand_1_0) {
    programs = [[@all_to_all], [@all_to_all]]
  } : (tensor<2x3x2xi32>, tensor<2x3x2xi32>) -> (tensor<1x3x4xi32>, tensor<1x3x4xi32>)
  %expected_0_0 = stablehlo.constant dense<[[[0, 1, 10, 11], [2, 3, 12, 13], [4, 5, 14, 15]]]> : tensor<1x3x4xi32>
  stablehlo.custom_call @check.expect_eq(%result_0_0, %expected_0_0) {has_side_effect = true} : (tensor<1x3x4xi32>, tensor<1x3x4xi32>) -> ()
  %expected_1_0 = stablehlo.constant dense<[[[6, 7, 16, 17], [8, 9, 18, 19], [10, 11, 20, 21]]]> : tensor<1x3x4xi32>
  stablehlo.custom_call @check.expect_eq(%result_1_0, %expected_1_0) {has_side_effect = true} : (tensor<1x3x4xi32>, tensor<1x3x4xi32>) -> ()
  return
}
func.func private @all_to_all(%operand0: tensor<2x3x2xi32>) -> (tensor<1x3x4xi32>) {
  %result = "stablehlo.all_to_all"(%operand0) {
    split_dimension = 0 : i64,
    concat_dimension = 2 : i64,
    split_count = 2 : i64,
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>
  } : (tensor<2x3x2xi32>) -> tensor<1x3x4xi32>
  return %result : tensor<1x3x4xi32>
}
