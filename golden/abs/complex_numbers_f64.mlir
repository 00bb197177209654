// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/element_types.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// complex_numbers_f64: in f64
//   abs: abs of complex numbers
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[(0.3333333333333333, 0.1), (0.7, -3.0)]> : tensor<2xcomplex<f64>>
  %result = "stablehlo.abs"(%operand) : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  %expected = stablehlo.constant dense<[0.348010216963685, 3.0805843601498726]> : tensor<2xf64>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<2xf64>, tensor<2xf64>
  return
}
