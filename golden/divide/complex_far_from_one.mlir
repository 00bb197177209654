// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/arithmetic.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// complex_far_from_one: squares of the parts overflow or underflow
//   divide: For complex numbers: complex division.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[
      (1.0000000150474662e+30, 1.0000000150474662e+30), (1.0000000031710769e-30, 2.0000000063421537e-30), (0.0,
      2.999999894026671e+30)
    ]> : tensor<3xcomplex<f32>>
  %rhs = stablehlo.constant dense<[
      (2.0000000300949324e+30, -1.0000000150474662e+30), (1.0000000031710769e-30, -1.0000000031710769e-30),
      (0.0010000000474974513, 0.0)
    ]> : tensor<3xcomplex<f32>>
  %result = "stablehlo.divide"(%lhs, %rhs) : (tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>>
  %expected = stablehlo.constant dense<[
      (0.20000000298023224, 0.6000000238418579), (-0.5, 1.5), (0.0, 2.9999997513734245e+33)
    ]> : tensor<3xcomplex<f32>>
  check.expect_close %result, %expected, max_ulp_difference = 64 : tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>
  return
}
