// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/reductions.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// nan: the maximum of NaN is NaN
//   reduce: results...[j0, ..., jR-1] = reduce(inputs...[j0, ..., :, ..., jR-1]), : inserted at dimensions
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[[1.0, 0x7FC00000, 3.0], [1.0, 2.0, 3.0]]> : tensor<2x3xf32>
  %init_values = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %result = "stablehlo.reduce"(%inputs, %init_values) ({
    ^bb0(%lhs: tensor<f32>, %rhs: tensor<f32>):
      %0 = stablehlo.maximum %lhs, %rhs : tensor<f32>
      stablehlo.return %0 : tensor<f32>
  }) {
    dimensions = array<i64: 1>
  } : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  %expected = stablehlo.constant dense<[0x7FC00000, 3.0]> : tensor<2xf32>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<2xf32>, tensor<2xf32>
  return
}
