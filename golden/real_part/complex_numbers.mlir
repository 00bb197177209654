// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// complex_numbers: the real part
//   real: Extracts the real part, element-wise, from the operand.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[(1.0, 2.0), (0x80000000, -3.0), (-4.0, 0.0)]> : tensor<3xcomplex<f32>>
  %result = "stablehlo.real"(%operand) : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
  %expected = stablehlo.constant dense<[1.0, 0x80000000, -4.0]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
  return
}
