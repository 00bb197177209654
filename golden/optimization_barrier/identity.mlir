// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/control_flow.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// identity: for every operand a result, the same
//   optimization_barrier: Ensures that the operations that produce the operand are executed before any operations
//     that depend on the result; an identity otherwise.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %y = stablehlo.constant dense<1.5> : tensor<f32>
  %result0, %result1 = stablehlo.optimization_barrier %x, %y : tensor<2xi32>, tensor<f32>
  %expected0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%result0, %expected0) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  %expected1 = stablehlo.constant dense<1.5> : tensor<f32>
  stablehlo.custom_call @check.expect_eq(%result1, %expected1) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
  return
}
