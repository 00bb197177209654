// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/chlo.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// erf_elsewhere: erf of small and large numbers
//   chlo.erf: the function of real numbers, of each element
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0e-10, 5.0, -0.75]> : tensor<3xf64>
  %result = "chlo.erf"(%operand) : (tensor<3xf64>) -> tensor<3xf64>
  %expected = stablehlo.constant dense<[1.1283791670955126e-10, 0.9999999999984626, -0.7111556336535151]> : tensor<3xf64>
  check.expect_close %result, %expected, max_ulp_difference = 1024 : tensor<3xf64>, tensor<3xf64>
  return
}
