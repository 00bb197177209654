// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/arithmetic.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// zeros_and_ones: x to 0 is 1, 1 to x is 1, 0 to a positive power is 0
//   power: For floats: `pow` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[0.0, 0x7FF8000000000000, 1.0, 1.0, 0.0, 0.0, -2.0]> : tensor<7xf64>
  %rhs = stablehlo.constant dense<[0.0, 0.0, 0x7FF8000000000000, 0x7FF0000000000000, 2.5, -1.0, 0.5]> : tensor<7xf64>
  %result = "stablehlo.power"(%lhs, %rhs) : (tensor<7xf64>, tensor<7xf64>) -> tensor<7xf64>
  %expected = stablehlo.constant dense<[1.0, 1.0, 1.0, 1.0, 0.0, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<7xf64>, tensor<7xf64>
  return
}
