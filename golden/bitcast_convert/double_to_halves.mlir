// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// double_to_halves: the specification's example
//   bitcast_convert: If num_bits(E') < num_bits(E), bits(result[i0, ..., iR-1, :]) = bits(operand[i0, ..., iR-1]).
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<81985529216486895> : tensor<ui64>
  %result = "stablehlo.bitcast_convert"(%operand) : (tensor<ui64>) -> tensor<4xui16>
  %expected = stablehlo.constant dense<[52719, 35243, 17767, 291]> : tensor<4xui16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xui16>, tensor<4xui16>) -> ()
  return
}
