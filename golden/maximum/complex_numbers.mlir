// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/arithmetic.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// complex_numbers: real parts first, then imaginary ones
//   maximum: For complex numbers: lexicographic maximum for the (real, imaginary) pair.
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.complex-extremes: XLA looks at the real parts alone
func.func @main() {
  %lhs = stablehlo.constant dense<[(1.0, 2.0), (1.0, 2.0), (0x80000000, -1.0)]> : tensor<3xcomplex<f32>>
  %rhs = stablehlo.constant dense<[(3.0, -1.0), (1.0, 3.0), (0x80000000, -2.0)]> : tensor<3xcomplex<f32>>
  %result = "stablehlo.maximum"(%lhs, %rhs) : (tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>>
  %expected = stablehlo.constant dense<[(3.0, -1.0), (1.0, 3.0), (0x80000000, -1.0)]> : tensor<3xcomplex<f32>>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> ()
  return
}
