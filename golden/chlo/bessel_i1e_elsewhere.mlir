// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/chlo.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// bessel_i1e_elsewhere: bessel_i1e of small and large numbers
//   chlo.bessel_i1e: the function of real numbers, of each element
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.0, 100.0, -50.0]> : tensor<3xf64>
  %result = "chlo.bessel_i1e"(%operand) : (tensor<3xf64>) -> tensor<3xf64>
  %expected = stablehlo.constant dense<[0.0, 0.03974415302513025, -0.0559931238928954]> : tensor<3xf64>
  check.expect_close %result, %expected, max_ulp_difference = 1024 : tensor<3xf64>, tensor<3xf64>
  return
}
