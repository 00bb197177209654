// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/choices.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// complex_to_float: the imaginary part is ignored
//   convert: complex-to-any-other-type: the source imaginary value is ignored.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[(1.5, -2.0), (0.0, 0.10000000149011612)]> : tensor<2xcomplex<f32>>
  %result = "stablehlo.convert"(%operand) : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %expected = stablehlo.constant dense<[1.5, 0.0]> : tensor<2xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}
