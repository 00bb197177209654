// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// complex_far_from_one: what is between overflows or underflows on the straight way
//   log: For complex numbers: complex log.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[
      (2.999999894026671e+30, 4.000000060189865e+30), (3.0000000095132306e-30, -4.0000000126843074e-30)
    ]> : tensor<2xcomplex<f32>>
  %result = "stablehlo.log"(%operand) : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  %expected = stablehlo.constant dense<[(70.6869888305664, 0.9272952675819397), (-67.4681167602539, -0.9272952079772949)]> : tensor<2xcomplex<f32>>
  check.expect_close %result, %expected, max_ulp_difference = 64 : tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>
  return
}
