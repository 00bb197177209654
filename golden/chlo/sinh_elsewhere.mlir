// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/chlo.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// sinh_elsewhere: sinh of small and large numbers
//   chlo.sinh: the function of real numbers, of each element
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0e-10, 20.0, -20.0]> : tensor<3xf64>
  %result = "chlo.sinh"(%operand) : (tensor<3xf64>) -> tensor<3xf64>
  %expected = stablehlo.constant dense<[1.0e-10, 242582597.70489514, -242582597.70489514]> : tensor<3xf64>
  check.expect_close %result, %expected, max_ulp_difference = 1024 : tensor<3xf64>, tensor<3xf64>
  return
}
