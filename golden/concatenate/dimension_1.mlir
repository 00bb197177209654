// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// dimension_1: along the last dimension
//   concatenate: result[..., i, ...] = inputs[id][..., i - sum of the dimensions of the inputs before it, ...]
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %input0 = stablehlo.constant dense<[[1], [2]]> : tensor<2x1xi32>
  %input1 = stablehlo.constant dense<[[10, 11, 12], [13, 14, 15]]> : tensor<2x3xi32>
  %result = "stablehlo.concatenate"(%input0, %input1) {
    dimension = 1 : i64
  } : (tensor<2x1xi32>, tensor<2x3xi32>) -> tensor<2x4xi32>
  %expected = stablehlo.constant dense<[[1, 10, 11, 12], [2, 13, 14, 15]]> : tensor<2x4xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x4xi32>, tensor<2x4xi32>) -> ()
  return
}
