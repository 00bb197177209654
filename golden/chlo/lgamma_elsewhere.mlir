// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/chlo.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// lgamma_elsewhere: lgamma of small and large numbers
//   chlo.lgamma: the function of real numbers, of each element
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.125, 10.5, 100.0, -3.5, 0.99, 2.01]> : tensor<6xf64>
  %result = "chlo.lgamma"(%operand) : (tensor<6xf64>) -> tensor<6xf64>
  %expected = stablehlo.constant dense<[
      2.0194183575537963, 13.940625219403763, 359.1342053695754, -1.309006684993042, 0.005854806764709781,
      0.004260022907098346
    ]> : tensor<6xf64>
  check.expect_close %result, %expected, max_ulp_difference = 1024 : tensor<6xf64>, tensor<6xf64>
  return
}
