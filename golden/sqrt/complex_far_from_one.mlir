// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// complex_far_from_one: what is between overflows or underflows on the straight way
//   sqrt: For complex numbers: complex sqrt.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[
      (2.999999894026671e+30, 4.000000060189865e+30), (-2.999999894026671e+30, 4.000000060189865e+30)
    ]> : tensor<2xcomplex<f32>>
  %result = "stablehlo.sqrt"(%operand) : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  %expected = stablehlo.constant dense<[(1999999973982208.0, 1000000054099968.0), (1000000054099968.0, 1999999973982208.0)]> : tensor<2xcomplex<f32>>
  check.expect_close %result, %expected, max_ulp_difference = 64 : tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>
  return
}
