// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/arithmetic.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// nan: NaN of NaN
//   atan2: For floats: `atan2` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[0x7FC00000, 1.0, 0.0]> : tensor<3xf32>
  %rhs = stablehlo.constant dense<[1.0, 0x7FC00000, 0x7FC00000]> : tensor<3xf32>
  %result = "stablehlo.atan2"(%lhs, %rhs) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %expected = stablehlo.constant dense<0x7FC00000> : tensor<3xf32>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<3xf32>, tensor<3xf32>
  return
}
