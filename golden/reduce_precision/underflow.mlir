// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/choices.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// underflow: what is below the normal numbers becomes a zero of its sign
//   reduce_precision: the intermediate result underflows to zero using the original sign
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[6.103515625e-05, 3.0517578125e-05, -3.0517578125e-05, 0x80000000]> : tensor<4xf32>
  %result = "stablehlo.reduce_precision"(%operand) {
    exponent_bits = 5 : i32,
    mantissa_bits = 10 : i32
  } : (tensor<4xf32>) -> tensor<4xf32>
  %result_bits = stablehlo.bitcast_convert %result : (tensor<4xf32>) -> tensor<4xui32>
  %expected = stablehlo.constant dense<[947912704, 0, 2147483648, 2147483648]> : tensor<4xui32>
  stablehlo.custom_call @check.expect_eq(%result_bits, %expected) {has_side_effect = true} : (tensor<4xui32>, tensor<4xui32>) -> ()
  return
}
