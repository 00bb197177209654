// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/control_flow.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// decomposition: what the decomposition gives
//   composite: The composite op can be replaced with its decomposition without changing program semantics.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %result = stablehlo.composite "my.square" %x {decomposition = @square} : (tensor<3xi32>) -> tensor<3xi32>
  %expected = stablehlo.constant dense<[1, 4, 9]> : tensor<3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  return
}
func.func private @square(%x: tensor<3xi32>) -> tensor<3xi32> {
  %0 = stablehlo.multiply %x, %x : tensor<3xi32>
  return %0 : tensor<3xi32>
}
