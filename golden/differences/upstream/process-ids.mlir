// difference: upstream.process-ids
// clause: replica_id, partition_id: of the current process
// crash in StableHLO: outside of run_parallel there is no process in the interpreter
// portable: stays: the operation is the program's own

func.func @main() {
  %result = func.call @program() : () -> tensor<ui32>
  %expected = stablehlo.constant dense<0> : tensor<ui32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<ui32>, tensor<ui32>) -> ()
  return
}

func.func private @program() -> tensor<ui32> {
  %0 = stablehlo.replica_id : tensor<ui32>
  func.return %0 : tensor<ui32>
}
