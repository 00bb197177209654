// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// signed_to_unsigned: -1 has all bits
//   bitcast_convert: If num_bits(E') = num_bits(E), bits(result[i0, ..., iR-1]) = bits(operand[i0, ..., iR-1]).
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[-1, 5]> : tensor<2xi8>
  %result = "stablehlo.bitcast_convert"(%operand) : (tensor<2xi8>) -> tensor<2xui8>
  %expected = stablehlo.constant dense<[255, 5]> : tensor<2xui8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xui8>, tensor<2xui8>) -> ()
  return
}
