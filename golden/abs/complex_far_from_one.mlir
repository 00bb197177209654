// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// complex_far_from_one: what is between overflows or underflows on the straight way
//   abs: For complex numbers: complex abs.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[
      (2.999999894026671e+30, 4.000000060189865e+30), (1.0000000031710769e-30, -1.0000000031710769e-30), (0.0,
      1.9999999360571385e+38)
    ]> : tensor<3xcomplex<f32>>
  %result = "stablehlo.abs"(%operand) : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
  %expected = stablehlo.constant dense<[4.9999999241216036e+30, 1.4142135555081815e-30, 1.9999999360571385e+38]> : tensor<3xf32>
  check.expect_close %result, %expected, max_ulp_difference = 64 : tensor<3xf32>, tensor<3xf32>
  return
}
