// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/chlo.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// acosh_elsewhere: acosh of small and large numbers
//   chlo.acosh: the function of real numbers, of each element
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, 1.0e+30, 1.0078125]> : tensor<3xf64>
  %result = "chlo.acosh"(%operand) : (tensor<3xf64>) -> tensor<3xf64>
  %expected = stablehlo.constant dense<[0.0, 69.77069997038132, 0.12491876251108061]> : tensor<3xf64>
  check.expect_close %result, %expected, max_ulp_difference = 1024 : tensor<3xf64>, tensor<3xf64>
  return
}
