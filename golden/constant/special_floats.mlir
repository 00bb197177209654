// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// special_floats: infinities and NaN by their bits
//   constant: Produces an output tensor from a constant value.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %result = "stablehlo.constant"() {
    value = dense<[0x7F800000, 0xFF800000, 0x7FC00000, 0x80000000]> : tensor<4xf32>
  } : () -> tensor<4xf32>
  %expected = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, 0x80000000]> : tensor<4xf32>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<4xf32>, tensor<4xf32>
  return
}
