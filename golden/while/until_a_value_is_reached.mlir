// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/control_flow.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// until_a_value_is_reached: how often, the values decide
//   while: results = operand; while (cond(*results)): results = body(*results)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %limit = stablehlo.constant dense<50.0> : tensor<f32>
  %result = stablehlo.while(%x0 = %x) : tensor<2xf32>
  cond {
    %sum = stablehlo.reduce(%x0 init: %zero) applies stablehlo.add across dimensions = [0]
      : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    %0 = stablehlo.compare LT, %sum, %limit, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %0 : tensor<i1>
  } do {
    %0 = stablehlo.add %x0, %x0 : tensor<2xf32>
    stablehlo.return %0 : tensor<2xf32>
  }
  %expected = stablehlo.constant dense<[32.0, 64.0]> : tensor<2xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}
