// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// double_precision: quotients that need all bits of f64
//   triangular_solve: op(a) * x = b when left_side is true, x * op(a) = b when left_side is false
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %a = stablehlo.constant dense<[[3.0, 0.0], [1.0, 7.0]]> : tensor<2x2xf64>
  %b = stablehlo.constant dense<[[1.0], [2.0]]> : tensor<2x1xf64>
  %result = "stablehlo.triangular_solve"(%a, %b) {
    left_side = true,
    lower = true,
    unit_diagonal = false,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  } : (tensor<2x2xf64>, tensor<2x1xf64>) -> tensor<2x1xf64>
  %expected = stablehlo.constant dense<[[0.3333333333333333], [0.23809523809523808]]> : tensor<2x1xf64>
  check.expect_close %result, %expected, max_ulp_difference = 64 : tensor<2x1xf64>, tensor<2x1xf64>
  return
}
