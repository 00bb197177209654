// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// floats: infinities and NaN aren't
//   is_finite: result = operand != inf, -inf or NaN: isFinite of IEEE-754
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %x = stablehlo.constant dense<[
      1.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0x80000000, 3.0000000054977558e+38, 1.401298464324817e-45
    ]> : tensor<7xf32>
  %result = "stablehlo.is_finite"(%x) : (tensor<7xf32>) -> tensor<7xi1>
  %expected = stablehlo.constant dense<[true, false, false, false, true, true, true]> : tensor<7xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<7xi1>, tensor<7xi1>) -> ()
  return
}
