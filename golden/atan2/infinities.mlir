// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/arithmetic.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// infinities: infinities count as quadrants
//   atan2: For floats: `atan2` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[0x7FF0000000000000, 1.0, -1.0, 0x7FF0000000000000, 0xFFF0000000000000]> : tensor<5xf64>
  %rhs = stablehlo.constant dense<[
      1.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF0000000000000, 0xFFF0000000000000
    ]> : tensor<5xf64>
  %result = "stablehlo.atan2"(%lhs, %rhs) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
  %expected = stablehlo.constant dense<[
      1.5707963267948966, 0.0, -3.141592653589793, 0.7853981633974483, -2.356194490192345
    ]> : tensor<5xf64>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<5xf64>, tensor<5xf64>
  return
}
