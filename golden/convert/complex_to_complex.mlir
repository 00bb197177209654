// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/choices.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// complex_to_complex: both parts
//   convert: Conversion involving complex-to-complex: real and imaginary parts.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[(1.5, -2.0), (0.0, 0.10000000149011612)]> : tensor<2xcomplex<f32>>
  %result = "stablehlo.convert"(%operand) : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f64>>
  %expected = stablehlo.constant dense<[(1.5, -2.0), (0.0, 0.10000000149011612)]> : tensor<2xcomplex<f64>>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>) -> ()
  return
}
