// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/control_flow.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// tokens_joined: tokens carry no values
//   after_all: Execution of this operation does nothing, it only exists to establish data dependencies.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %token0 = stablehlo.after_all : !stablehlo.token
  %token1 = stablehlo.after_all : !stablehlo.token
  %joined = stablehlo.after_all %token0, %token1 : !stablehlo.token
  %result, %token2 = stablehlo.optimization_barrier %x, %joined : tensor<2xi32>, !stablehlo.token
  %expected = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}
