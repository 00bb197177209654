// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/arithmetic.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// complex_numbers: complex multiplication
//   multiply: For complex numbers: complex multiplication.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 4.0), (3.0, 0.0)]> : tensor<3xcomplex<f32>>
  %rhs = stablehlo.constant dense<[(3.0, -1.0), (2.0, 2.0), (0.0, 1.0)]> : tensor<3xcomplex<f32>>
  %result = "stablehlo.multiply"(%lhs, %rhs) : (tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>>
  %expected = stablehlo.constant dense<[(5.0, 5.0), (-9.0, 7.0), (0.0, 3.0)]> : tensor<3xcomplex<f32>>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>
  return
}
