// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// upper_left_transposed: upper triangle, a on the left, TRANSPOSE
//   triangular_solve: op(a) * x = b when left_side is true, x * op(a) = b when left_side is false
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %a = stablehlo.constant dense<[[2.0, 1.0, -3.0], [0.0, 4.0, 0.5], [0.0, 0.0, 8.0]]> : tensor<3x3xf64>
  %b = stablehlo.constant dense<[[2.0, 4.0], [9.0, -2.0], [1.0, 0.5]]> : tensor<3x2xf64>
  %result = "stablehlo.triangular_solve"(%a, %b) {
    left_side = true,
    lower = false,
    unit_diagonal = false,
    transpose_a = #stablehlo<transpose TRANSPOSE>
  } : (tensor<3x3xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
  %expected = stablehlo.constant dense<[[1.0, 2.0], [2.0, -1.0], [0.375, 0.875]]> : tensor<3x2xf64>
  check.expect_close %result, %expected, max_ulp_difference = 64 : tensor<3x2xf64>, tensor<3x2xf64>
  return
}
