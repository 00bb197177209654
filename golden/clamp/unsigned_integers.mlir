// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/choices.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// unsigned_integers: ui8 200 is above 100
//   clamp: result = minimum(maximum(operand, min), max)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %min = stablehlo.constant dense<10> : tensor<ui8>
  %operand = stablehlo.constant dense<[200, 5, 50]> : tensor<3xui8>
  %max = stablehlo.constant dense<100> : tensor<ui8>
  %result = "stablehlo.clamp"(%min, %operand, %max) : (tensor<ui8>, tensor<3xui8>, tensor<ui8>) -> tensor<3xui8>
  %expected = stablehlo.constant dense<[100, 10, 50]> : tensor<3xui8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xui8>, tensor<3xui8>) -> ()
  return
}
