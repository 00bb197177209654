// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/chlo.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// erfc_elsewhere: erfc of small and large numbers
//   chlo.erfc: the function of real numbers, of each element
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.25, 9.0, -5.0]> : tensor<3xf64>
  %result = "chlo.erfc"(%operand) : (tensor<3xf64>) -> tensor<3xf64>
  %expected = stablehlo.constant dense<[0.7236736098317631, 4.13703174651381e-37, 1.9999999999984626]> : tensor<3xf64>
  check.expect_close %result, %expected, max_ulp_difference = 1024 : tensor<3xf64>, tensor<3xf64>
  return
}
