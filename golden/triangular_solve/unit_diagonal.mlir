// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// unit_diagonal: the diagonal is known to be of ones
//   triangular_solve: If unit_diagonal is true, the implementation can assume that the diagonal elements of a are
//     equal to 1.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %a = stablehlo.constant dense<[[1.0, 0.0], [3.0, 1.0]]> : tensor<2x2xf64>
  %b = stablehlo.constant dense<[[2.0], [8.0]]> : tensor<2x1xf64>
  %result = "stablehlo.triangular_solve"(%a, %b) {
    left_side = true,
    lower = true,
    unit_diagonal = true,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  } : (tensor<2x2xf64>, tensor<2x1xf64>) -> tensor<2x1xf64>
  %expected = stablehlo.constant dense<2.0> : tensor<2x1xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x1xf64>, tensor<2x1xf64>) -> ()
  return
}
