// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// complex_numbers: complex cubic root
//   cbrt: For complex numbers: complex cubic root.
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.complex-cbrt: XLA has no cbrt of complex numbers
func.func @main() {
  %operand = stablehlo.constant dense<[(0.5, 1.0), (-1.25, -0.5), (2.0, -0.25)]> : tensor<3xcomplex<f64>>
  %result = "stablehlo.cbrt"(%operand) : (tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
  %expected = stablehlo.constant dense<[
      (0.968010263876075, 0.3743974813570646), (0.6686263078899984, -0.8787426248144091), (1.262095866114534,
      -0.052345959266987464)
    ]> : tensor<3xcomplex<f64>>
  check.expect_close %result, %expected, max_ulp_difference = 1024 : tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>
  return
}
