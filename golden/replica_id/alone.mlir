// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/distribution.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// alone: a process alone is (0, 0)
//   replica_id: Produces replica_id of the current process.
// agree: spec model, XLA CPU
// upstream interpreter differs: upstream.process-ids: outside of run_parallel there is no process in the
//     interpreter
func.func @main() {
  %result = stablehlo.replica_id : tensor<ui32>
  %expected = stablehlo.constant dense<0> : tensor<ui32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<ui32>, tensor<ui32>) -> ()
  return
}
