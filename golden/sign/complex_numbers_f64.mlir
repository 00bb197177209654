// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/element_types.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// complex_numbers_f64: in f64
//   sign: sign of complex numbers
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[(0.3333333333333333, 0.1), (0.7, -3.0)]> : tensor<2xcomplex<f64>>
  %result = "stablehlo.sign"(%operand) : (tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  %expected = stablehlo.constant dense<[
      (0.9578262852211514, 0.28734788556634544), (0.2272296156064184, -0.9738412097417932)
    ]> : tensor<2xcomplex<f64>>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>
  return
}
