// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/chlo.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// conj: the conjugate
//   chlo.conj: the sign of the imaginary part is the other
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[(1.0, 2.0), (0x80000000, -3.0)]> : tensor<2xcomplex<f32>>
  %result = "chlo.conj"(%operand) : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  %expected = stablehlo.constant dense<[(1.0, -2.0), (0x80000000, 3.0)]> : tensor<2xcomplex<f32>>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> ()
  return
}
