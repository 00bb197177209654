// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/arithmetic.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// floats: floats and infinities
//   minimum: For floats: `minimum` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.5, -1.0, 0x7F800000, 0xFF800000]> : tensor<4xf32>
  %rhs = stablehlo.constant dense<[0.25, -2.0, 1.0, 1.0]> : tensor<4xf32>
  %result = "stablehlo.minimum"(%lhs, %rhs) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %expected = stablehlo.constant dense<[0.25, -2.0, 1.0, 0xFF800000]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}
