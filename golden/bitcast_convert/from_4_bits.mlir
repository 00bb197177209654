// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// from_4_bits: two numbers of 4 bits become one of 8
//   bitcast_convert: If num_bits(E') > num_bits(E), bits(result[i0, ..., iR-2]) = bits(operand[i0, ..., iR-2, :]).
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[2, 1], [7, 15]]> : tensor<2x2xui4>
  %result = "stablehlo.bitcast_convert"(%operand) : (tensor<2x2xui4>) -> tensor<2xui8>
  %expected = stablehlo.constant dense<[18, 247]> : tensor<2xui8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xui8>, tensor<2xui8>) -> ()
  return
}
