// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/arithmetic.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// floats: powers and roots
//   power: For floats: `pow` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[2.0, -2.0, -2.0, 10.0, 1.100000023841858]> : tensor<5xf32>
  %rhs = stablehlo.constant dense<[0.5, 3.0, -2.0, -3.0, 20.299999237060547]> : tensor<5xf32>
  %result = "stablehlo.power"(%lhs, %rhs) : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  %expected = stablehlo.constant dense<[1.4142135381698608, -8.0, 0.25, 0.0010000000474974513, 6.922638893127441]> : tensor<5xf32>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<5xf32>, tensor<5xf32>
  return
}
