// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// one_input: one input is the result
//   concatenate: result[..., i, ...] = inputs[id][..., i - sum of the dimensions of the inputs before it, ...]
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>
  %result = "stablehlo.concatenate"(%inputs) {
    dimension = 0 : i64
  } : (tensor<2x2xi8>) -> tensor<2x2xi8>
  %expected = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x2xi8>, tensor<2x2xi8>) -> ()
  return
}
