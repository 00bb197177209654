// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/reductions.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// body_minimum_of_floats: body is minimum: -0.0 is less than 0.0
//   reduce: results...[j0, ..., jR-1] = reduce(inputs...[j0, ..., :, ..., jR-1]), : inserted at dimensions
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.constant-zeros-reduced: XLA takes zeros of either sign for equal where it reduces or
//     scatters constants
func.func @main() {
  %inputs = stablehlo.constant dense<[
      [0.0, 0x80000000, 0.0],
      [0x80000000, 0.0, 0x80000000],
      [-1.5, 0xFF800000, 0x7F800000]
    ]> : tensor<3x3xf32>
  %init_values = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %result = "stablehlo.reduce"(%inputs, %init_values) ({
    ^bb0(%lhs: tensor<f32>, %rhs: tensor<f32>):
      %0 = stablehlo.minimum %lhs, %rhs : tensor<f32>
      stablehlo.return %0 : tensor<f32>
  }) {
    dimensions = array<i64: 1>
  } : (tensor<3x3xf32>, tensor<f32>) -> tensor<3xf32>
  %result_bits = stablehlo.bitcast_convert %result : (tensor<3xf32>) -> tensor<3xui32>
  %expected = stablehlo.constant dense<[2147483648, 2147483648, 4286578688]> : tensor<3xui32>
  stablehlo.custom_call @check.expect_eq(%result_bits, %expected) {has_side_effect = true} : (tensor<3xui32>, tensor<3xui32>) -> ()
  return
}
