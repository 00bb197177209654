// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/chlo.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// polygamma: derivatives of digamma
//   chlo.polygamma: the n-th derivative of digamma
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, 2.0, 0.0]> : tensor<3xf64>
  %rhs = stablehlo.constant dense<[1.0, 0.5, 2.25]> : tensor<3xf64>
  %result = "chlo.polygamma"(%lhs, %rhs) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  %expected = stablehlo.constant dense<[1.6449340668482264, -16.82879664423432, 0.5725464666237345]> : tensor<3xf64>
  check.expect_close %result, %expected, max_ulp_difference = 64 : tensor<3xf64>, tensor<3xf64>
  return
}
