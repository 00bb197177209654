// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// dimension_0: along the first dimension
//   concatenate: result[..., i, ...] = inputs[id][..., i - sum of the dimensions of the inputs before it, ...]
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %input0 = stablehlo.constant dense<[[1, 2]]> : tensor<1x2xi32>
  %input1 = stablehlo.constant dense<[[10, 11], [12, 13]]> : tensor<2x2xi32>
  %input2 = stablehlo.constant dense<[[20, 21]]> : tensor<1x2xi32>
  %result = "stablehlo.concatenate"(%input0, %input1, %input2) {
    dimension = 0 : i64
  } : (tensor<1x2xi32>, tensor<2x2xi32>, tensor<1x2xi32>) -> tensor<4x2xi32>
  %expected = stablehlo.constant dense<[[1, 2], [10, 11], [12, 13], [20, 21]]> : tensor<4x2xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4x2xi32>, tensor<4x2xi32>) -> ()
  return
}
