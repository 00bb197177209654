// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/chlo.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// zeta: Hurwitz's zeta
//   chlo.zeta: the sum of (n + q)^-x over n >= 0
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[2.0, 3.0, 1.5]> : tensor<3xf64>
  %rhs = stablehlo.constant dense<[1.0, 0.5, 2.25]> : tensor<3xf64>
  %result = "chlo.zeta"(%lhs, %rhs) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  %expected = stablehlo.constant dense<[1.6449340668482264, 8.41439832211716, 1.497513607666668]> : tensor<3xf64>
  check.expect_close %result, %expected, max_ulp_difference = 64 : tensor<3xf64>, tensor<3xf64>
  return
}
