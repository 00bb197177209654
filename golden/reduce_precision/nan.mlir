// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/choices.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// nan: NaN stays NaN
//   reduce_precision: The mantissa bits of the original value are updated to round it to the nearest value
//     representable.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0x7FC00000, 1.0]> : tensor<2xf32>
  %result = "stablehlo.reduce_precision"(%operand) {
    exponent_bits = 5 : i32,
    mantissa_bits = 10 : i32
  } : (tensor<2xf32>) -> tensor<2xf32>
  %expected = stablehlo.constant dense<[0x7FC00000, 1.0]> : tensor<2xf32>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<2xf32>, tensor<2xf32>
  return
}
