// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/chlo.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// cosh_complex: cosh of complex numbers
//   chlo.cosh: the principal value
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[(0.5, 1.0), (-0.25, -0.5)]> : tensor<2xcomplex<f64>>
  %result = "chlo.cosh"(%operand) : (tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  %expected = stablehlo.constant dense<[
      (0.6092589091577942, 0.43848657989259526), (0.9051501505596067, 0.12110879604381165)
    ]> : tensor<2xcomplex<f64>>
  check.expect_close %result, %expected, max_ulp_difference = 1024 : tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>
  return
}
