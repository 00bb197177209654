// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// float_to_integer: the bits of floats
//   bitcast_convert: If num_bits(E') = num_bits(E), bits(result[i0, ..., iR-1]) = bits(operand[i0, ..., iR-1]).
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, 0x80000000, 0x7F800000, 0x7FC00000]> : tensor<4xf32>
  %result = "stablehlo.bitcast_convert"(%operand) : (tensor<4xf32>) -> tensor<4xui32>
  %expected = stablehlo.constant dense<[1065353216, 2147483648, 2139095040, 2143289344]> : tensor<4xui32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xui32>, tensor<4xui32>) -> ()
  return
}
