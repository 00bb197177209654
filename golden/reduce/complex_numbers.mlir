// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/reductions.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// complex_numbers: sums of complex numbers
//   reduce: results...[j0, ..., jR-1] = reduce(inputs...[j0, ..., :, ..., jR-1]), : inserted at dimensions
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[(1.0, 2.0), (3.0, -1.0), (-2.0, 0.0)]> : tensor<3xcomplex<f32>>
  %init_values = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %result = "stablehlo.reduce"(%inputs, %init_values) ({
    ^bb0(%lhs: tensor<complex<f32>>, %rhs: tensor<complex<f32>>):
      %0 = stablehlo.add %lhs, %rhs : tensor<complex<f32>>
      stablehlo.return %0 : tensor<complex<f32>>
  }) {
    dimensions = array<i64: 0>
  } : (tensor<3xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
  %expected = stablehlo.constant dense<(2.0, 1.0)> : tensor<complex<f32>>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<complex<f32>>, tensor<complex<f32>>) -> ()
  return
}
