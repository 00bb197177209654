// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// complex_quadrants: every quadrant, and the axes
//   sqrt: For complex numbers: complex square root.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[
      (1.0, 0.5), (-1.0, 0.5), (-1.0, -0.5), (1.0, -0.5), (0.0, 0.25), (0x8000000000000000, -0.25), (2.0, 0.0), (-2.5,
      0.001)
    ]> : tensor<8xcomplex<f64>>
  %result = "stablehlo.sqrt"(%operand) : (tensor<8xcomplex<f64>>) -> tensor<8xcomplex<f64>>
  %expected = stablehlo.constant dense<[
      (1.0290855136357462, 0.24293413587832283), (0.24293413587832283, 1.0290855136357462), (0.24293413587832283,
      -1.0290855136357462), (1.0290855136357462, -0.24293413587832283), (0.3535533905932738, 0.3535533905932738),
      (0.3535533905932738, -0.3535533905932738), (1.4142135623730951, 0.0), (0.0003162277596922831,
      1.5811388617069646)
    ]> : tensor<8xcomplex<f64>>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  return
}
