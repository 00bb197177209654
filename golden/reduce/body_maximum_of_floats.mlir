// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/reductions.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// body_maximum_of_floats: body is maximum: -0.0 is less than 0.0, NaN comes through
//   reduce: results...[j0, ..., jR-1] = reduce(inputs...[j0, ..., :, ..., jR-1]), : inserted at dimensions
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.constant-zeros-reduced: XLA takes zeros of either sign for equal where it reduces or
//     scatters constants
func.func @main() {
  %inputs = stablehlo.constant dense<[
      [0.0, 0x80000000, 0.0],
      [0x80000000, 0.0, 0x80000000],
      [1.0, 0x7FC00000, 2.0],
      [-1.5, 0xFF800000, 0x7F800000]
    ]> : tensor<4x3xf32>
  %init_values = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %result = "stablehlo.reduce"(%inputs, %init_values) ({
    ^bb0(%lhs: tensor<f32>, %rhs: tensor<f32>):
      %0 = stablehlo.maximum %lhs, %rhs : tensor<f32>
      stablehlo.return %0 : tensor<f32>
  }) {
    dimensions = array<i64: 1>
  } : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
  %result_bits = stablehlo.bitcast_convert %result : (tensor<4xf32>) -> tensor<4xui32>
  %expected = stablehlo.constant dense<[0, 0, 2143289344, 2139095040]> : tensor<4xui32>
  stablehlo.custom_call @check.expect_eq(%result_bits, %expected) {has_side_effect = true} : (tensor<4xui32>, tensor<4xui32>) -> ()
  return
}
