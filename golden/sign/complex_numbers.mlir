// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// complex_numbers: divided by their modulus
//   sign: if is_complex(x): return divide(x, convert(abs(x), type(x)))
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[(3.0, 4.0), (-5.0, -12.0), (0.0, 0.0), (0.0, 2.0)]> : tensor<4xcomplex<f32>>
  %result = "stablehlo.sign"(%operand) : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  %expected = stablehlo.constant dense<[
      (0.6000000238418579, 0.800000011920929), (-0.38461539149284363, -0.9230769276618958), (0.0, 0.0), (0.0, 1.0)
    ]> : tensor<4xcomplex<f32>>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>
  return
}
