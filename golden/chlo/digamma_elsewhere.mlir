// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/chlo.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// digamma_elsewhere: digamma of small and large numbers
//   chlo.digamma: the function of real numbers, of each element
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.25, 10.5, 100.0, -3.5]> : tensor<4xf64>
  %result = "chlo.digamma"(%operand) : (tensor<4xf64>) -> tensor<4xf64>
  %expected = stablehlo.constant dense<[-4.2274535333762655, 2.3030010342976865, 4.600161852738087, 1.388870926359529]> : tensor<4xf64>
  check.expect_close %result, %expected, max_ulp_difference = 1024 : tensor<4xf64>, tensor<4xf64>
  return
}
