// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/choices.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// signed_zeros: -0.0 is less than 0.0
//   clamp: result = minimum(maximum(operand, min), max)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %min = stablehlo.constant dense<[-1.0, 0.0, -1.0, -1.0]> : tensor<4xf32>
  %operand = stablehlo.constant dense<[0x80000000, 0x80000000, 0.0, 1.0]> : tensor<4xf32>
  %max = stablehlo.constant dense<[1.0, 1.0, 0x80000000, 0x80000000]> : tensor<4xf32>
  %result = "stablehlo.clamp"(%min, %operand, %max) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %result_bits = stablehlo.bitcast_convert %result : (tensor<4xf32>) -> tensor<4xui32>
  %expected = stablehlo.constant dense<[2147483648, 0, 2147483648, 2147483648]> : tensor<4xui32>
  stablehlo.custom_call @check.expect_eq(%result_bits, %expected) {has_side_effect = true} : (tensor<4xui32>, tensor<4xui32>) -> ()
  return
}
