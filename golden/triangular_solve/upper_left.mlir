// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// upper_left: upper triangle, a on the left, NO_TRANSPOSE
//   triangular_solve: op(a) * x = b when left_side is true, x * op(a) = b when left_side is false
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %a = stablehlo.constant dense<[[2.0, 1.0, -3.0], [0.0, 4.0, 0.5], [0.0, 0.0, 8.0]]> : tensor<3x3xf64>
  %b = stablehlo.constant dense<[[2.0, 4.0], [9.0, -2.0], [1.0, 0.5]]> : tensor<3x2xf64>
  %result = "stablehlo.triangular_solve"(%a, %b) {
    left_side = true,
    lower = false,
    unit_diagonal = false,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  } : (tensor<3x3xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
  %expected = stablehlo.constant dense<[[0.0703125, 2.34765625], [2.234375, -0.5078125], [0.125, 0.0625]]> : tensor<3x2xf64>
  check.expect_close %result, %expected, max_ulp_difference = 64 : tensor<3x2xf64>, tensor<3x2xf64>
  return
}
