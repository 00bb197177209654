// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/choices.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// complex_numbers: complex numbers are chosen whole
//   select: result[result_index] = pred_element ? on_true[result_index] : on_false[result_index]
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %pred = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %on_true = stablehlo.constant dense<[(1.0, 2.0), (3.0, 0.0)]> : tensor<2xcomplex<f32>>
  %on_false = stablehlo.constant dense<[(0.0, 5.0), (6.0, -1.0)]> : tensor<2xcomplex<f32>>
  %result = "stablehlo.select"(%pred, %on_true, %on_false) : (tensor<2xi1>, tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  %expected = stablehlo.constant dense<[(1.0, 2.0), (6.0, -1.0)]> : tensor<2xcomplex<f32>>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> ()
  return
}
