// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// empty_input: an input without elements adds none
//   concatenate: result[..., i, ...] = inputs[id][..., i - sum of the dimensions of the inputs before it, ...]
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %input0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %input1 = stablehlo.constant dense<> : tensor<0xf32>
  %input2 = stablehlo.constant dense<[5.0]> : tensor<1xf32>
  %result = "stablehlo.concatenate"(%input0, %input1, %input2) {
    dimension = 0 : i64
  } : (tensor<2xf32>, tensor<0xf32>, tensor<1xf32>) -> tensor<3xf32>
  %expected = stablehlo.constant dense<[1.0, 2.0, 5.0]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
  return
}
