// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/arithmetic.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// by_zero: a float divided by a zero is infinite
//   divide: For floats: `division` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, -1.0, 1.0, -1.0, 0x7F800000]> : tensor<5xf32>
  %rhs = stablehlo.constant dense<[0.0, 0.0, 0x80000000, 0x80000000, 0x80000000]> : tensor<5xf32>
  %result = "stablehlo.divide"(%lhs, %rhs) : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  %expected = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0xFF800000, 0x7F800000, 0xFF800000]> : tensor<5xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
  return
}
