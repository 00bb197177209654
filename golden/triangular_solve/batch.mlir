// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// batch: systems side by side
//   triangular_solve: op(a) * x = b when left_side is true, x * op(a) = b when left_side is false
// agree: spec model, XLA CPU
// upstream interpreter differs: upstream.batches-of-systems: the interpreter's triangular_solve knows no batch
//     dimensions
func.func @main() {
  %a = stablehlo.constant dense<[[[2.0, 0.0], [1.0, 4.0]], [[1.0, 0.0], [-2.0, 0.5]]]> : tensor<2x2x2xf32>
  %b = stablehlo.constant dense<[[[2.0], [9.0]], [[4.0], [1.0]]]> : tensor<2x2x1xf32>
  %result = "stablehlo.triangular_solve"(%a, %b) {
    left_side = true,
    lower = true,
    unit_diagonal = false,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  } : (tensor<2x2x2xf32>, tensor<2x2x1xf32>) -> tensor<2x2x1xf32>
  %expected = stablehlo.constant dense<[[[1.0], [2.0]], [[4.0], [18.0]]]> : tensor<2x2x1xf32>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<2x2x1xf32>, tensor<2x2x1xf32>
  return
}
