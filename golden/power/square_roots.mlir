// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/arithmetic.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// square_roots: a root of -inf and of -0.0 is no square root
//   power: For floats: `pow` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[
      0xFFF0000000000000, 0x8000000000000000, 0x7FF0000000000000, 0.0, 4.0, 0x7FF0000000000000
    ]> : tensor<6xf64>
  %rhs = stablehlo.constant dense<[0.5, 0.5, 0.5, 0.5, 0.5, -0.5]> : tensor<6xf64>
  %result = "stablehlo.power"(%lhs, %rhs) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
  %result_bits = stablehlo.bitcast_convert %result : (tensor<6xf64>) -> tensor<6xui64>
  %expected = stablehlo.constant dense<[9218868437227405312, 0, 9218868437227405312, 0, 4611686018427387904, 0]> : tensor<6xui64>
  stablehlo.custom_call @check.expect_eq(%result_bits, %expected) {has_side_effect = true} : (tensor<6xui64>, tensor<6xui64>) -> ()
  return
}
