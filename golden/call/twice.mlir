// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/control_flow.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// twice: a function called twice
//   call: Calls a function of the module: results are what it returns.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %once = func.call @square(%x) : (tensor<3xi32>) -> tensor<3xi32>
  %result = func.call @square(%once) : (tensor<3xi32>) -> tensor<3xi32>
  %expected = stablehlo.constant dense<[1, 16, 81]> : tensor<3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  return
}
func.func private @square(%x: tensor<3xi32>) -> tensor<3xi32> {
  %0 = stablehlo.multiply %x, %x : tensor<3xi32>
  return %0 : tensor<3xi32>
}
