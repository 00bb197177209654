// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// complex_numbers: elements of two parts
//   dynamic_broadcast_in_dim: operand_index[d] = dim(operand, d) = 1 ? 0 : result_index[broadcast_dimensions[d]]
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[(1.0, 0.0), (2.0, 0.0)]> : tensor<2xcomplex<f32>>
  %output_dimensions = stablehlo.constant dense<2> : tensor<2xi64>
  %result = "stablehlo.dynamic_broadcast_in_dim"(%operand, %output_dimensions) {
    broadcast_dimensions = array<i64: 1>
  } : (tensor<2xcomplex<f32>>, tensor<2xi64>) -> tensor<2x2xcomplex<f32>>
  %expected = stablehlo.constant dense<[[(1.0, 0.0), (2.0, 0.0)], [(1.0, 0.0), (2.0, 0.0)]]> : tensor<2x2xcomplex<f32>>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x2xcomplex<f32>>, tensor<2x2xcomplex<f32>>) -> ()
  return
}
