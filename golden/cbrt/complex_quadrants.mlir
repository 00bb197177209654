// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// complex_quadrants: every quadrant, and the axes
//   cbrt: For complex numbers: complex cubic root.
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.complex-cbrt: XLA has no cbrt of complex numbers
func.func @main() {
  %operand = stablehlo.constant dense<[
      (1.0, 0.5), (-1.0, 0.5), (-1.0, -0.5), (1.0, -0.5), (0.0, 0.25), (0x8000000000000000, -0.25), (2.0, 0.0), (-2.5,
      0.001)
    ]> : tensor<8xcomplex<f64>>
  %result = "stablehlo.cbrt"(%operand) : (tensor<8xcomplex<f64>>) -> tensor<8xcomplex<f64>>
  %expected = stablehlo.constant dense<[
      (1.0255202203192912, 0.1597674019699088), (0.6511227389622266, 0.8082428619061662), (0.6511227389622266,
      -0.8082428619061662), (1.0255202203192912, -0.1597674019699088), (0.5455618179858607, 0.3149802624737183),
      (0.5455618179858607, -0.3149802624737183), (1.2599210498948732, 0.0), (0.6787611331823241, 1.175286846536655)
    ]> : tensor<8xcomplex<f64>>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  return
}
