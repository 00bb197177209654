// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/distribution.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// grid: in a grid of 2 replicas and 2 partitions
//   replica_id: Produces replica_id of the current process.
// agree: spec model, upstream interpreter
// XLA CPU isn't asked: it doesn't know interpreter.run_parallel
func.func @main() {
  %result_0_0, %result_0_1, %result_1_0, %result_1_1 = "interpreter.run_parallel"() {
    programs = [[@id, @id], [@id, @id]]
  } : () -> (tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>)
  %expected_0_0 = stablehlo.constant dense<0> : tensor<ui32>
  stablehlo.custom_call @check.expect_eq(%result_0_0, %expected_0_0) {has_side_effect = true} : (tensor<ui32>, tensor<ui32>) -> ()
  %expected_0_1 = stablehlo.constant dense<0> : tensor<ui32>
  stablehlo.custom_call @check.expect_eq(%result_0_1, %expected_0_1) {has_side_effect = true} : (tensor<ui32>, tensor<ui32>) -> ()
  %expected_1_0 = stablehlo.constant dense<1> : tensor<ui32>
  stablehlo.custom_call @check.expect_eq(%result_1_0, %expected_1_0) {has_side_effect = true} : (tensor<ui32>, tensor<ui32>) -> ()
  %expected_1_1 = stablehlo.constant dense<1> : tensor<ui32>
  stablehlo.custom_call @check.expect_eq(%result_1_1, %expected_1_1) {has_side_effect = true} : (tensor<ui32>, tensor<ui32>) -> ()
  return
}
func.func private @id() -> tensor<ui32> {
  %result = stablehlo.replica_id : tensor<ui32>
  return %result : tensor<ui32>
}
