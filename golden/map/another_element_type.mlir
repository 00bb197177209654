// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// another_element_type: element_type(result) is the computation's
//   map: result[result_index] = computation(inputs...[result_index])
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[1.0, -2.0, 0x7FC00000]> : tensor<3xf32>
  %result = "stablehlo.map"(%inputs) ({
    ^bb0(%x: tensor<f32>):
      %zero = stablehlo.constant dense<0.0> : tensor<f32>
      %0 = stablehlo.compare GT, %x, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %0 : tensor<i1>
  }) {
    dimensions = array<i64: 0>
  } : (tensor<3xf32>) -> tensor<3xi1>
  %expected = stablehlo.constant dense<[true, false, false]> : tensor<3xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi1>, tensor<3xi1>) -> ()
  return
}
