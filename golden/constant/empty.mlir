// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// empty: no elements
//   constant: Produces an output tensor from a constant value.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %result = "stablehlo.constant"() {
    value = dense<> : tensor<2x0xi32>
  } : () -> tensor<2x0xi32>
  %expected = stablehlo.constant dense<> : tensor<2x0xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x0xi32>, tensor<2x0xi32>) -> ()
  return
}
