// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/reductions.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// floats_around_another_dimension: an odd number of elements, in two dimensions
//   reduce: results...[j0, ..., jR-1] = reduce(inputs...[j0, ..., :, ..., jR-1]), : inserted at dimensions
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[
      [[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0]],
      [
        [15.0, 16.0, 17.0, 18.0, 19.0, 20.0, 21.0],
        [22.0, 23.0, 24.0, 25.0, 26.0, 27.0, 28.0]
      ],
      [
        [29.0, 30.0, 31.0, 32.0, 33.0, 34.0, 35.0],
        [36.0, 37.0, 38.0, 39.0, 40.0, 41.0, 42.0]
      ]
    ]> : tensor<3x2x7xf32>
  %init_values = stablehlo.constant dense<0.0> : tensor<f32>
  %result = "stablehlo.reduce"(%inputs, %init_values) ({
    ^bb0(%lhs: tensor<f32>, %rhs: tensor<f32>):
      %0 = stablehlo.add %lhs, %rhs : tensor<f32>
      stablehlo.return %0 : tensor<f32>
  }) {
    dimensions = array<i64: 0, 2>
  } : (tensor<3x2x7xf32>, tensor<f32>) -> tensor<2xf32>
  %expected = stablehlo.constant dense<[378.0, 525.0]> : tensor<2xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}
