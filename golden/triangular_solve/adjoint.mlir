// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// adjoint: the conjugate transpose
//   triangular_solve: ADJOINT: Perform operation on conjugate transpose of a.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %a = stablehlo.constant dense<[[(0.0, 2.0), (0.0, 0.0)], [(1.0, -1.0), (4.0, 0.0)]]> : tensor<2x2xcomplex<f64>>
  %b = stablehlo.constant dense<[[(2.0, 4.0)], [(0.0, 8.0)]]> : tensor<2x1xcomplex<f64>>
  %result = "stablehlo.triangular_solve"(%a, %b) {
    left_side = true,
    lower = true,
    unit_diagonal = false,
    transpose_a = #stablehlo<transpose ADJOINT>
  } : (tensor<2x2xcomplex<f64>>, tensor<2x1xcomplex<f64>>) -> tensor<2x1xcomplex<f64>>
  %expected = stablehlo.constant dense<[[(-1.0, 2.0)], [(0.0, 2.0)]]> : tensor<2x1xcomplex<f64>>
  check.expect_close %result, %expected, max_ulp_difference = 64 : tensor<2x1xcomplex<f64>>, tensor<2x1xcomplex<f64>>
  return
}
