// difference: upstream.batches-of-systems
// clause: triangular_solve: result[i0, ..., iR-3, :, :]
// crash in StableHLO: the interpreter's triangular_solve knows no batch dimensions
// portable: stays: the operation is the program's own

func.func @main() {
  %x0 = stablehlo.constant dense<[[[2.0]], [[4.0]]]> : tensor<2x1x1xf32>
  %x1 = stablehlo.constant dense<[[[2.0]], [[4.0]]]> : tensor<2x1x1xf32>
  %result = func.call @program(%x0, %x1) : (tensor<2x1x1xf32>, tensor<2x1x1xf32>) -> tensor<2x1x1xf32>
  %expected = stablehlo.constant dense<[[[1.0]], [[1.0]]]> : tensor<2x1x1xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x1x1xf32>, tensor<2x1x1xf32>) -> ()
  return
}

func.func private @program(%x0: tensor<2x1x1xf32>, %x1: tensor<2x1x1xf32>) -> tensor<2x1x1xf32> {
  %0 = "stablehlo.triangular_solve"(%x0, %x1) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2x1x1xf32>, tensor<2x1x1xf32>) -> tensor<2x1x1xf32>
  func.return %0 : tensor<2x1x1xf32>
}
